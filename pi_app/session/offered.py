"""What the lobby offers, as frozen values: seats, editions, where their rules come from, questions."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from hardware.device import Device
from pi_app.game.moves import Override


@dataclass(frozen=True, slots=True)
class ProfileView:
    """One edition's rules, to choose from in the lobby.

    `title`: as the rules' data call it, for programs. `name`: what people call it; `special`: one sentence.
    `changed`: what a table changed in it, a sentence each; `saved`: it was kept under this name.
    """

    id: str
    title: str
    least: int
    most: int
    name: str = ""
    special: str = ""
    changed: tuple[str, ...] = ()
    saved: bool = False


@dataclass(frozen=True, slots=True)
class RuleView:
    """One rule: `path` names it for programs, `text` says it; `sources`: the texts that say so.

    `doubts`: why it is not certain. `changed`: this table changed it. `sure`: nothing is in doubt.
    `value`: the bare value, for programs.
    """

    path: str
    text: str
    sources: tuple[str, ...]
    doubts: tuple[str, ...] = ()
    changed: bool = False
    sure: bool = True
    value: int | str | bool | None = None


@dataclass(frozen=True, slots=True)
class ChoiceView:
    """One answer. To give it: `set_lobby(profile=profile)`, then `set_rules` with `overrides` put over the
    lobby's.
    """

    code: str
    text: str
    profile: str
    overrides: Mapping[str, Override] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class QuestionView:
    """Where editions differ. `proposed`, `chosen`: indices into `choices`, None: neither of them.

    `answered`: somebody said so; ask only while it is False.
    """

    code: str
    text: str
    choices: tuple[ChoiceView, ...]
    proposed: int | None
    chosen: int | None
    answered: bool = False


@dataclass(frozen=True, slots=True)
class LobbySeat:
    """A seat being filled. `seen`: a disc of these stickers lies on the table.

    `person`: key of one of `LobbyView.people`; NEW_PERSON: somebody else who is called so; None: whoever is
    remembered under this name.
    """

    stickers: int
    name: str
    seen: bool = False
    person: str | None = None


NEW_PERSON = ""


@dataclass(frozen=True, slots=True)
class PersonView:
    """Somebody who has played before. `label`: the name, with a number where another has the same."""

    key: str
    name: str
    label: str
    matches: int


@dataclass(frozen=True, slots=True)
class NameProposal:
    """A phone asks for the seat of these stickers under this name; `id`: for the table's yes or no."""

    id: int
    stickers: int
    name: str


@dataclass(frozen=True, slots=True)
class LobbyView:
    """The match to be, edited with `Table.set_lobby` and `Table.set_rules`, started with NEXT.

    `profile`: of one of `profiles`. `overrides`: single rules that were changed. `fitting`: ids of the
    editions that so many players can play. `join_url`: to be shown as a QR code, lets one phone propose
    a name; it changes each time one was used. `proposals`: each waits for `Table.answer_proposal`.
    `free`: sticker sets that nobody has named a player of. `device`: what people vote with.
    `people`: who has played before and has no seat yet, the last ones first. `answers`: what the table said
    to the last proposals, by their ids; True: yes.
    """

    profile: str
    profiles: tuple[ProfileView, ...]
    seats: tuple[LobbySeat, ...]
    storyteller: int  # index into seats
    questions: tuple[QuestionView, ...] = ()
    overrides: Mapping[str, Override] = field(default_factory=dict)
    fitting: tuple[str, ...] = ()
    join_url: str | None = None
    proposals: tuple[NameProposal, ...] = ()
    free: tuple[int, ...] = ()
    device: Device = Device.TOKENS
    people: tuple[PersonView, ...] = ()
    answers: Mapping[int, bool] = field(default_factory=dict)
