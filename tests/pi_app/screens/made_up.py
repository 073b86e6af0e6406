"""Views made up for the screens: every screen, for any number of players."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from hardware.stickers import Face, Plate
from pi_app.game.foresee import Foreseen, PointsChange, ScoreChange
from pi_app.game.pieces import Phase
from pi_app.session.offered import NameProposal
from pi_app.session.views import (
    Banner,
    ChoiceView,
    LobbySeat,
    LobbyView,
    OwnerView,
    PlayerView,
    PointsView,
    Preview,
    Problem,
    ProfileView,
    QuestionView,
    RoundView,
    RuleView,
    Seeing,
    TitleView,
    Trust,
    View,
    VoteView,
)
from pi_app.vision.seen import Crop, Source

NAMES = (
    *("Anna", "Jüri", "Søren", "Mari", "Oskar", "Lea"),
    *("Žanna", "Bo", "Magdaleena-Elisabeth", "Ivan", "Kristjan", "Freja"),
)
ODD_NAMES = (
    "[b]Bold[/b] & [ref=x]",
    "سارا",
    "שרה",
    "🐰🌙🐇",
    "e" + "\u0301" * 40,
    "李小龍 山田",
    "Anna\nMaria\tvon\r\nLand",
    "\u202eesrever",
    "{curly} %d \\n",
    "\ud800broken",
    "   ",
    "W" * 200,
)
PROFILES = tuple(
    ProfileView(*row[:4], row[1], "".join(row[4:]))
    for row in (
        ("refresh2021", "Dixit (2021)", 3, 8, "At most 30 points, a bonus for each vote."),
        ("classic2008", "Original Dixit, Estonian rules", 3, 6),
        ("classic_us", "Original Dixit", 3, 6),
        ("deckout", "Until the deck is empty", 4, 6),
        ("fa_targets", "Target by number of players", 3, 6),
        ("odyssey2011", "Dixit Odyssey (2011)", 3, 12),
        ("odyssey2024", "Dixit Odyssey (2024), two dials", 3, 12, "One or two votes each."),
        ("odyssey_party", "Dixit Party", 6, 12),
        ("house_cap3", "House: at most 3 bonus points", 3, 8),
        ("house_penalty", "House: the storyteller moves back", 4, 7),
        ("disney", "Dixit Disney Edition", 3, 6),
        ("coop2", "Two players together", 2, 2, "You win or lose together."),
    )
)
SCORES = (12, 9, 17, 9, 4, 21, 9, 0, 28, 13, 6, 16)


def crop(seed: int) -> Crop:
    """A grey disc with a block pattern, as a camera might see it."""
    side = 48
    rows = []
    for y in range(side):
        for x in range(side):
            away = (x - 24) ** 2 + (y - 24) ** 2
            block = ((x // 6) * 7 + (y // 6) * 13 + seed * 5) % 3
            rows.append(70 if away > 500 else (30 if block == 0 and away < 280 else 215))
    return Crop(side, side, bytes(rows))


def players(count: int, names: tuple[str, ...] = NAMES) -> tuple[PlayerView, ...]:
    scores = SCORES[:count]
    ranks = [1 + sum(other > score for other in scores) for score in scores]
    return tuple(PlayerView(n + 1, names[n], n + 1, scores[n], ranks[n], True, n == 1) for n in range(count))


def base(phase: Phase, count: int, names: tuple[str, ...] = NAMES) -> View:
    everybody = players(count, names)
    return View(
        n=7,
        phase=phase,
        round=4,
        storyteller=2,
        profile=PROFILES[5],
        target=30,
        players=everybody,
        lobby=None,
        voted=(),
        awaited=(),
        slots=tuple(range(1, count + 1)),
        votes=(),
        owners=(),
        points=(),
        rounds=rounds(count),
        rules=RULES,
        problems=(),
        next_label="Next",
        next_ready=True,
        can_undo=True,
        winners=(),
        banners=(),
        address="http://192.168.1.23:8080/",
        hint="",
    )


def lobby(count: int, names: tuple[str, ...] = NAMES) -> View:
    seats = tuple(LobbySeat(n + 1, names[n], seen=n % 3 != 2) for n in range(count))
    return replace(
        base(Phase.LOBBY, count, names),
        round=0,
        storyteller=None,
        players=(),
        lobby=LobbyView(
            "odyssey2011",
            PROFILES,
            seats,
            1,
            questions=(QUESTION,),
            fitting=tuple(p.id for p in PROFILES if p.least <= count <= p.most),
            join_url="http://192.168.1.23:8080/join?code=ABCD",
            free=(1, 2),
        ),
        next_label="Start the match",
        hint="Tap a seat to change it; lay a disc on the table to be seen.",
        can_undo=False,
    )


def asking(count: int) -> View:
    """Two phones ask for a seat."""
    made = lobby(count)
    assert made.lobby is not None
    names = (NameProposal(1, 7, "Žanna"), NameProposal(2, 8, "Bo"))
    return replace(made, lobby=replace(made.lobby, proposals=names))


def clue(count: int, names: tuple[str, ...] = NAMES) -> View:
    return replace(
        base(Phase.CLUE, count, names),
        next_label="The cards are out",
        hint="Tell a clue. Everybody hands in a card; lay them out above the numbers.",
    )


def voting(count: int, names: tuple[str, ...] = NAMES) -> View:
    voters = tuple(p.id for p in players(count) if p.id != 2)
    return replace(
        base(Phase.VOTING, count, names),
        voted=voters[: count // 2],
        awaited=voters[count // 2 :],
        next_label="All have voted: reveal",
        next_ready=False,
        hint="Lay your disc face down beside the cards.",
    )


_TRUSTS = (Trust.SURE, Trust.ASK, Trust.SURE, Trust.CONFLICT, Trust.HAND, Trust.MISSING, Trust.SURE)


def reveal(count: int, names: tuple[str, ...] = NAMES, *, clean: bool = False) -> View:
    votes = []
    for k, player in enumerate(p for p in players(count) if p.id != 2):
        slot = k % count + 1
        trust = Trust.SURE if clean else _TRUSTS[k % len(_TRUSTS)]
        other = slot % count + 1
        votes.append(
            VoteView(
                player.id,
                () if trust in (Trust.MISSING, Trust.CONFLICT) else (slot,),
                trust,
                tag=() if trust is Trust.MISSING else (slot,),
                ring=(),
                place=() if trust is Trust.MISSING else ((other,) if trust is Trust.CONFLICT else (slot,)),
                crops=() if trust is Trust.MISSING else (crop(k),),
            )
        )
    named = {p.id: p.name for p in players(count, names)}
    texts = {
        Trust.ASK: "Is the vote of {name} right?",
        Trust.CONFLICT: "The disc of {name} says one card and lies at another.",
        Trust.MISSING: "No vote from {name}.",
    }
    problems = tuple(
        Problem(f"VOTE_{v.trust.name}", texts[v.trust].format(name=named[v.player]), v.player)
        for v in votes
        if v.trust in texts
    )
    return replace(
        base(Phase.REVEAL, count, names),
        votes=tuple(votes),
        problems=problems,
        next_label="The votes are right",
        next_ready=not problems,
        hint="Turn the discs up. Look at the votes; tap one to change it.",
    )


def owners(count: int, names: tuple[str, ...] = NAMES) -> View:
    kinds = (Trust.SURE, Trust.MISSING, Trust.ASK, Trust.HAND)
    slots = []
    for n in range(count):
        trust = kinds[n % 4]
        needed = n % 5 != 4
        owner = None if trust is Trust.MISSING or not needed else n % count + 1
        voters = tuple(range(3, min(count, 3 + n % 4) + 1)) if needed else ()
        slots.append(OwnerView(n + 1, owner, trust, needed, voters))
    problems = tuple(
        Problem("OWNER_MISSING", f"Whose card lies at {s.slot}?", slot=s.slot)
        for s in slots
        if s.needed and s.player is None
    )
    return replace(
        base(Phase.OWNERS, count, names),
        owners=tuple(slots),
        problems=problems,
        next_label="Count the points",
        next_ready=not problems,
        hint="Say whose card lies at the numbers that got votes.",
    )


def scores(count: int, names: tuple[str, ...] = NAMES) -> View:
    points = []
    for n in range(count):
        base_points = 0 if n % 4 == 3 else 3
        bonus = 0 if n == 1 else n % 3
        why = []
        if base_points:
            why.append("some, but not all, found it" if n == 1 else "found the card")
        if bonus:
            why.append(f"{bonus} of the others chose this card")
        points.append(PointsView(n + 1, base_points, bonus, 0, base_points + bonus, tuple(why)))
    return replace(
        base(Phase.SCORES, count, names),
        points=tuple(points),
        next_label="Next round",
        hint="Look how the rabbits hop.",
    )


def over(count: int, names: tuple[str, ...] = NAMES, winners: int = 1) -> View:
    best = sorted(players(count, names), key=lambda p: -p.score)[:winners]
    everybody = tuple(
        replace(p, score=best[0].score, rank=1) if p in best else p for p in players(count, names)
    )
    return replace(
        base(Phase.OVER, count, names),
        players=everybody,
        winners=tuple(p.id for p in best),
        titles=TITLES if count >= 4 else (),
        can_play_on=True,
        next_label="New match",
        hint="Thank you for playing.",
    )


def rounds(count: int, played: int = 9) -> tuple[RoundView, ...]:
    """Rounds in which everybody tells in turn, and the neighbour is right."""
    found = []
    for n in range(played):
        teller = n % count + 1
        voters = [k for k in range(1, count + 1) if k != teller]
        votes = {k: ((teller if k % 2 else k % count + 1),) for k in voters}
        notation = f"R{n + 1} {teller}: " + " ".join(f"{k}>{s[0]}" for k, s in votes.items())
        points = tuple(PointsView(k, 3 * (k % 2), k % 2, 0, 4 * (k % 2), ("found it",)) for k in voters)
        slots = {k: k for k in range(1, count + 1)}
        found.append(
            RoundView(n + 1, teller, "some", slots, votes, points, n == 3, notation, in_play=tuple(slots))
        )
    return tuple(found)


RULES = tuple(
    RuleView(f"rule.{n}", text, ("Rules of the 2021 box, page 4",), doubts, changed, not doubts)
    for n, (text, doubts, changed) in enumerate(
        (
            ("For 3 to 8 players.", (), False),
            ("Cards in each hand: 6.", (), False),
            ("Some find the card: storyteller 3, finders 3.", (), False),
            ("Everyone finds the card: storyteller 0, others 2 each.", ("The leaflet says 3.",), False),
            ("Bonus points in a round: at most 3.", (), True),
            ("The match ends at 30 points.", (), False),
            ("The next storyteller sits to the left.", (), False),
            ("With equal points the leaders share the victory.", (), False),
        )
    )
)
QUESTION = QuestionView(
    "THREE_PLAYERS",
    "Three players, and one of the two finds the card: how much do finder and storyteller get?",
    (
        ChoiceView("3", "3 points", "odyssey2011", {"scoring.by_players.3.some.teller": 3}),
        ChoiceView("4", "4 points", "odyssey2011", {"scoring.by_players.3.some.teller": 4}),
    ),
    1,
    1,
)
TITLES = (
    TitleView("BLUFFER", "Best bluffer: Søren, 14 votes drawn", (3,), 14),
    TitleView("TWINS", "Twins: Anna and Mari voted alike 6 times", (1, 4), 6),
    TitleView("FOGGY", "Foggiest stories: Jüri", (2,), 3),
)
FORESEEN = Foreseen(
    scores=(ScoreChange(1, 12, 15, 3, 2), ScoreChange(3, 17, 15, 2, 2)),
    points=(PointsChange(3, 1, 0, 3), PointsChange(3, 3, 2, 0)),
)


def seeing(sharp: float = 0.7) -> Seeing:
    """A grey table with four outlines."""
    wide, high = 400, 225
    rows = bytes((x // 3 + y // 2) % 160 + 40 for y in range(high) for x in range(wide))
    marks = tuple(((x, 90), (x + 20, 110), (x, 130), (x - 20, 110)) for x in (60, 140, 220, 300))
    read = frozenset(
        {
            *((Face(1, n), source) for n in range(1, 7) for source in (Source.TAG, Source.RING)),
            (Face(4, 1), Source.TAG),
            *((Plate(n), source) for n in (1, 2, 3) for source in (Source.TAG, Source.QR)),
        }
    )
    preview = Preview(Crop(wide, high, rows), marks, read)
    at = {n: (0.15 + 0.2 * (n - 1), 0.5) for n in (1, 2, 3)}
    return Seeing(preview, sharp, 0.5, 3.4, False, (1, 2, 3), (1, 4), 0, at)


SCREENS: dict[str, Callable[..., View]] = {
    "lobby": lobby,
    "clue": clue,
    "voting": voting,
    "reveal": reveal,
    "owners": owners,
    "scores": scores,
    "finish": over,
}
BANNER = Banner("CAMERA_LOST", "The camera does not answer; votes can be tapped in.")
