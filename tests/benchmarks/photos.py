"""Reads every picture with a truth file and prints what was right, missing and wrong in each tier.

    python -m tests.benchmarks.photos [FOLDER]      (default: tests/photos)

A vote or owner counts as read when it is proposed; as wrong when the proposal is not the truth's.
"""

from __future__ import annotations

import json
import statistics
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import cv2
import numpy as np

from hardware.ports import Frame
from pi_app.game.pieces import Phase
from pi_app.session.proposal import Proposal, propose
from pi_app.session.setting import Setting
from pi_app.session.views import Trust
from pi_app.vision.look import Looker
from pi_app.vision.seen import Reading
from pi_app.vision.steady import merged

PHOTOS = Path(__file__).parents[1] / "photos"
FULLY = 0.98
"""A sticker with this share of it visible must be read."""


@dataclass
class Score:
    """Counts of one tier. `must`: of what is fully visible; `missing`, `unsure` are of all."""

    pictures: int = 0
    right: int = 0
    sure: int = 0
    missing: int = 0
    missing_visible: int = 0
    wrong: int = 0
    wrong_sure: int = 0
    tags: int = 0
    tags_seen: int = 0
    false_tags: int = 0
    ms: list[float] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)


def truths(folder: Path) -> Iterator[tuple[Path, dict]]:
    for path in sorted(folder.glob("*.truth.json")):
        truth = json.loads(path.read_text(encoding="utf-8"))
        yield folder / truth["picture"], truth


def look_at(picture: Path) -> tuple[Reading, float]:
    """The reading of one picture, and the milliseconds of processor time it took."""
    grey = cv2.imread(str(picture), cv2.IMREAD_GRAYSCALE)
    looker = Looker()
    started = time.process_time()
    look = looker.look(Frame(np.asarray(grey, np.uint8), 0.0, 0))
    return merged([look]), 1000 * (time.process_time() - started)


def proposed(reading: Reading, truth: dict, named: bool = True) -> Proposal:
    """`named`: the number of players and the storyteller are known, as in a running match."""
    n, cards = truth["players"], truth["cards"]
    setting = Setting(
        players={player: player for player in range(1, n + 1)} if named else None,
        storyteller=truth["storyteller"] if named else None,
        own_cards=max(1, (cards - 1) // (n - 1)),
    )
    return propose(reading, setting, Phase(truth["phase"].upper()))


def _visible(truth: dict, what: str, player: int, number: int | None, slot: int | None) -> bool:
    """Whether the sticker that says it is there to be seen in full."""
    return any(
        s["what"] == what
        and s.get("player") == player
        and (number is None or s.get("number") == number)
        and s["visible"] >= FULLY
        and s["state"] in ("vote", "owner")
        for s in truth["stickers"]
    )


def judge(score: Score, reading: Reading, truth: dict, named: bool = True) -> None:
    proposal = proposed(reading, truth, named)
    said_votes = {p: v for p, v in proposal.votes.items() if v.slots}
    name = truth["picture"]
    for player, slot in ((int(p), s) for p, s in truth["votes"].items()):
        vote = said_votes.pop(player, None)
        if vote is None:
            visible = _visible(truth, "face", player, slot, slot)
            score.missing += 1
            score.missing_visible += visible
            score.notes.append(f"{name}: vote of {player} missing{'' if visible else ' (not fully visible)'}")
        else:
            right = vote.slots == (slot,)
            _count(score, right, vote.trust is Trust.SURE, f"{name}: vote of {player}")
    for player, vote in said_votes.items():
        _count(score, False, vote.trust is Trust.SURE, f"{name}: vote of {player} out of nothing")
    owners = {slot: o for slot, o in proposal.owners.items() if o.player is not None}
    for slot, player in ((int(s), p) for s, p in truth["owners"].items()):
        owner = owners.pop(slot, None)
        if owner is None:
            visible = _visible(truth, "back", player, None, slot)
            score.missing += 1
            score.missing_visible += visible
            score.notes.append(f"{name}: owner of {slot} missing{'' if visible else ' (not fully visible)'}")
        else:
            _count(score, owner.player == player, owner.trust is Trust.SURE, f"{name}: owner of {slot}")
    _tags(score, reading, truth)


def _count(score: Score, right: bool, sure: bool, what: str) -> None:
    score.right += right
    score.sure += right and sure
    score.wrong += not right
    score.wrong_sure += sure and not right
    if not right:
        score.notes.append(f"{what} WRONG")


def _tags(score: Score, reading: Reading, truth: dict) -> None:
    discs = [s for s in truth["stickers"] if s["what"] in ("face", "back")]
    for sticker in (s for s in discs if s["visible"] >= FULLY):
        score.tags += 1
        score.tags_seen += any(_same(disc, sticker) for disc in reading.discs)
    score.false_tags += sum(not any(_same(disc, s) for s in discs) for disc in reading.discs)


def _same(disc, sticker: dict) -> bool:
    x, y = np.mean(sticker["corners_px"], axis=0)
    side = 8 * sticker["px_per_module"]
    near = abs(disc.centre_px[0] - x) + abs(disc.centre_px[1] - y) < 0.5 * side
    return near and disc.player == sticker["player"] and disc.number == sticker.get("number")


def scores(folder: Path, named: bool = True) -> dict[str, Score]:
    """Tier -> its score, over all pictures in `folder`."""
    found: dict[str, Score] = {}
    for picture, truth in truths(folder):
        score = found.setdefault(truth["tier"], Score())
        reading, ms = look_at(picture)
        score.pictures += 1
        score.ms.append(ms)
        judge(score, reading, truth, named)
    return found


def table(found: dict[str, Score]) -> str:
    lines = [
        f"{'tier':9}{'pictures':>9}{'right':>7}{'sure':>6}{'missing':>9}{'(visible)':>10}"
        f"{'wrong':>7}{'(sure)':>8}{'discs seen':>12}{'false':>7}{'ms median':>11}{'max':>7}"
    ]
    for tier, s in found.items():
        lines.append(
            f"{tier:9}{s.pictures:>9}{s.right:>7}{s.sure:>6}{s.missing:>9}{s.missing_visible:>10}"
            f"{s.wrong:>7}{s.wrong_sure:>8}{f'{s.tags_seen}/{s.tags}':>12}{s.false_tags:>7}"
            f"{statistics.median(s.ms):>11.1f}{max(s.ms):>7.1f}"
        )
    notes = [note for score in found.values() for note in score.notes]
    return "\n".join([*lines, *notes])


if __name__ == "__main__":
    cv2.setNumThreads(1)
    print(table(scores(Path(sys.argv[1]) if len(sys.argv) > 1 else PHOTOS, "--unnamed" not in sys.argv)))
