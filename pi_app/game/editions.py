"""What people call each edition, and one plain sentence about what is special in it; by the profile's id."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from pi_app.game.profiles import Profile


@dataclass(frozen=True, slots=True)
class Edition:
    """`own`: the name was given at a table; it is nobody's to translate."""

    name: str
    special: str
    own: bool = False


EDITIONS: Mapping[str, Edition] = {
    "refresh2021": Edition(
        "Dixit (2021)",
        "The white box with voting dials: to 30 points, and an empty deck does not end it.",
    ),
    "classic2008_et": Edition(
        "Dixit (2008), European rules",
        "With three players a found card pays 4 instead of 3. It also ends with the deck.",
    ),
    "classic_us": Edition(
        "Dixit (2008), American rules",
        "With three players nothing changes: 3 points. It also ends with the deck.",
    ),
    "deckout_ru": Edition(
        "Dixit to the last card",
        "No number of points ends it: the match is over when the deck is empty.",
    ),
    "fa_targets": Edition(
        "Dixit to 30, 35 or 40",
        "More players play to more points, turns go to the right, and the last storyteller wins a tie.",
    ),
    "odyssey2011": Edition(
        "Dixit Odyssey (2011), pegs",
        "Never more than 3 bonus points a round. From seven players you may give a second vote.",
    ),
    "odyssey2024": Edition(
        "Dixit Odyssey (2024), dials",
        "Two dials for everyone: each right dial pays 3, and both may show the same card.",
    ),
    "odyssey_party": Edition(
        "Dixit Party (Odyssey)",
        "Points for choosing what others choose; the storyteller's red disc spoils one picture.",
    ),
    "house_cap3": Edition(
        "Dixit (2021), at most 3 bonus points",
        "As Dixit (2021), with at most 3 bonus points a round.",
    ),
    "house_penalty": Edition(
        "Dixit with steps back",
        "The storyteller loses points when everyone or nobody finds the card.",
    ),
    "house_teller_votes": Edition(
        "Dixit, a point for each finder",
        "The storyteller gets one point for each who finds the card, instead of 3.",
    ),
    "disney": Edition(
        "Disney Dixit",
        "As Dixit (2021), for up to six players.",
    ),
    "coop2": Edition(
        "Dixit for two, together",
        "Two players against the deck: both must find each other's card.",
    ),
}


def edition_of(profile: Profile) -> Edition:
    """The edition's name; the table's own name when its rules were changed and named."""
    edition = EDITIONS[profile.id]
    own = profile.custom.get("title")
    return Edition(str(own), edition.special, own=True) if own else edition
