"""Two views in, what to say aloud out: who does not see the display well hears the points.

Rule: only what stands on the scoreboard already is said.
"""

from __future__ import annotations

from pi_app.game.pieces import Phase
from pi_app.session.sentences import outcome_text, verdict_text
from pi_app.session.views import View
from pi_app.words import Words


def spoken(before: View, after: View, words: Words) -> str:
    """Sentences in the table's language; empty: nothing to say."""
    if after.phase is before.phase or after.n < before.n:
        return ""
    if after.phase is Phase.OVER:
        return _end(after, words)
    if after.phase is Phase.SCORES and after.rounds and len(after.rounds) > len(before.rounds):
        return " ".join([outcome_text(after.rounds[-1].outcome, words), *_scores(after, words)])
    return ""


def _scores(view: View, words: Words) -> list[str]:
    """The leader first."""
    playing = sorted((one for one in view.players if one.active), key=lambda one: one.rank)
    return [
        words.count("{player}: {n} point.", "{player}: {n} points.", p.score, player=p.shown) for p in playing
    ]


def _end(view: View, words: Words) -> str:
    winners = [player.shown for player in view.players if player.id in view.winners]
    shared = [f"{words.listed(winners)}."] if len(winners) > 1 else []
    return " ".join([verdict_text(winners, words), *shared, *_scores(view, words)])
