"""The power goes at any moment: what was acknowledged is there, once and in order."""

from __future__ import annotations

from collections import Counter

import pytest

from tests.safety import cuts
from tests.safety.disk import Op
from tests.safety.legal import moves

pytestmark = pytest.mark.usefixtures("sqlite_library")


def test_every_acknowledged_move_survives_a_power_cut_at_any_moment():
    tried, wrong = cuts.run(many_moves=60, share=0.5)
    assert wrong == []
    assert tried > 200


def test_a_book_that_is_never_forced_to_the_disk_would_be_noticed(monkeypatch):
    """The trial itself: without the syncs, acknowledged moves are lost."""
    real = cuts.record
    monkeypatch.setattr(cuts, "record", lambda *asked: [op for op in real(*asked) if op.kind != "sync"])
    assert cuts.run(many_moves=20, share=0.3)[1]


def test_a_write_is_torn_at_the_edges_of_sectors():
    parts = cuts._sectors(Op("write", "book", 500, bytes(1100)))
    assert [(part.at, len(part.data)) for part in parts] == [(500, 12), (512, 512), (1024, 512), (1536, 64)]


def test_the_moves_of_the_trial_are_of_many_kinds():
    kinds = Counter(type(move).__name__ for move in moves(1, 200))
    assert len(kinds) >= 7, kinds
