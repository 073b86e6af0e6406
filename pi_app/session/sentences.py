"""Codes of faults, reasons and outcomes in, friendly sentences for the table out.

Rule: every code has its sentence here; an unknown code still gives a sentence, never an error.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pi_app.game.pieces import Fault, PlayerId, Reason, Why
from pi_app.game.titles import Title
from pi_app.session.views import Problem
from pi_app.words import Words

_FAULTS: dict[str, str] = {
    # what the camera saw
    "MISSING_VOTE": "No vote from {player}.",
    "MISSING_VOTE/beside": "{player}'s disc lies beside the cards. Lay it on a card.",
    "UNREADABLE_VOTE": "{player} has voted, but the disc cannot be read.",
    "UNREADABLE_VOTE/face_down": "{player}'s disc still lies face down. Turn it up.",
    "UNREADABLE_VOTE/another": "{player} has laid another disc, which cannot be read. Which cards?",
    "UNSURE_VOTE": "Did {player} vote for card {slot}?",
    "UNREADABLE_VOTE/dial_down": "{player}'s dial still lies face down. Turn it up.",
    "DIAL_BETWEEN": "{player}'s dial stands between two numbers ({detail}). Which card is it?",
    "DIAL_HIDDEN": "{player}'s dial is half hidden. Clear it.",
    "DIAL_MIXED": "The wheel of set {detail} is on {player}'s dial.",
    "DIAL_UP_EARLY": "{player}'s dial lies face up. Set it, and keep it face down until the reveal.",
    "WITNESSES_DIFFER": "{player}'s disc cannot be read clearly ({detail}). Which card is it?",
    "TOKEN_SLOT_MISMATCH": "{player}'s disc says {detail} but lies on card {slot}.",
    "TWO_ALIKE": "The same disc of {player} is on the table twice.",
    "UNKNOWN_DISC": "Disc set {detail} belongs to nobody in this match.",
    "FACE_UP_EARLY": "{player}'s disc lies face up. Keep it face down until the reveal.",
    "NO_PLATES": "No slot plate can be seen.",
    "SLOT_NUMBER_GAP": "Plate {slot} cannot be seen.",
    "NO_SUCH_SLOT/plate": "Plate {slot} is not in play this round.",
    "TWO_OWNERS": "Two discs lie on card {slot}. Whose card is it?",
    "WAITING_FOR_HANDS": "Something is moving. The votes are read when all hands are off the table.",
    # what the rules refuse
    "NO_SUCH_SLOT": "{player} voted for card {slot}, which is not on the table.",
    "OWN_CARD_VOTE": "{player} voted for their own card.",
    "STORYTELLER_VOTED": "{player} is the storyteller and does not vote.",
    "TOO_MANY_VOTES": "Too many votes from {player}.",
    "TOO_FEW_VOTES": "{player} has a vote left.",
    "SAME_SLOT_TWICE": "{player} voted twice for card {detail}.",
    "MISSING_RED_TOKEN": "The storyteller has not laid the red disc.",
    "SLOT_OWNER_UNKNOWN": "Whose card is number {slot}?",
    "STORYTELLER_CARD_COUNT": "Which one card is the storyteller's?",
    "CARD_COUNT_MISMATCH": "{player} has the wrong number of cards on the table ({detail}).",
    "PLAYER_COUNT_OUT_OF_RANGE": "This edition is for {detail} players.",
    "STORYTELLER_UNKNOWN": "The storyteller is not one of the players.",
    "UNKNOWN_PROFILE": "There is no edition {detail}.",
    "BAD_OVERRIDE": "This rule cannot be changed so: {detail}.",
    "UNKNOWN_PLAYER": "There is no such player.",
    "DUPLICATE_PLAYER": "{player} is at the table twice.",
    "BAD_PLAYER_ID": "Players are numbered from 1.",
    "NAME_EMPTY": "A player needs a name.",
    "DUPLICATE_STICKERS": "Two players cannot have the same discs ({detail}).",
    "STICKERS_OUT_OF_RANGE": "There is no disc set {detail}.",
    "ALREADY_PLAYING": "{player} is playing already.",
    "ALREADY_GONE": "{player} has left already.",
    "RETURN_KEEPS_SCORE": "{player} comes back with the points from before.",
    "SEAT_OUT_OF_RANGE": "There is no such place at the table.",
    "WRONG_PHASE": "That is not possible now.",
    "UNKNOWN_ROUND": "Round {detail} has not been played.",
    "NOTHING_CHANGED": "That would change nothing.",
    "REASON_MISSING": "Points by hand need a reason.",
    "NOTHING_TO_UNDO": "There is nothing to take back.",
    "NOTHING_TO_REDO": "There is nothing to do again.",
    # what the session refuses
    "STALE": "Something else came first. Look again.",
    "TOO_SOON": "Just a moment.",
    "SAVING": "Saving takes a while. Please wait.",
    "NOTHING_TO_DO": "There is nothing to confirm now.",
    "UNSURE_OWNER": "Is card {slot} really {player}'s? Tap it to say yes.",
    "BAD_MOVE": "This move cannot be understood: {detail}.",
    "BAD_JSON": "This line is not JSON.",
    "LINE_TOO_LONG": "This line is too long.",
    "RULES_NAME": "Rules need a name of at most {detail} letters.",
    "RULES_TOO_MANY": "No more than {detail} sets of rules can be kept. Delete one first.",
    "RULES_NOT_SAVED": "The rules could not be saved ({detail}).",
    # the book
    "BOOK_FULL": "There is no room left to save. Free some space and try again.",
    "BOOK_READ_ONLY": "The book cannot be written. Nothing was changed; try again.",
    "BOOK_BUSY": "The book is in use by another program. Try again.",
    "BOOK_NEWER": "The book was written by a newer version. Nothing was changed.",
    "BOOK_GONE": "Another program has moved the book away. Start again.",
    "BOOK_BROKEN": "The book cannot be written ({detail}). Nothing was changed.",
    "BOOK_DAMAGED": "The book is damaged ({detail}).",
}

_WHYS: dict[str, tuple[str, str]] = {
    "FOUND": ("found the storyteller's card", "found the storyteller's card with {n} votes"),
    "NOT_FOUND": ("did not find the storyteller's card", "did not find the storyteller's card"),
    "TELLER_SOME": ("{n} found your card, but not everyone", "{n} found your card, but not everyone"),
    "TELLER_PER_FINDER": ("{n} found your card", "{n} found your card"),
    "TELLER_ALL": ("everyone found your card", "everyone found your card"),
    "TELLER_NONE": ("nobody found your card", "nobody found your card"),
    "ALL_FOUND": ("everyone found it", "everyone found it"),
    "NONE_FOUND": ("nobody found it", "nobody found it"),
    "VOTES_ON_CARD": ("{n} vote for your card", "{n} votes for your card"),
    "CAP": ("no more than {n} bonus point", "no more than {n} bonus points"),
    "SINGLE_VOTE": ("right with a single vote", "right with a single vote"),
    "PARTY_SAME": ("{n} chose this picture", "{n} chose this picture"),
    "PARTY_CAP": ("no more than {n} point", "no more than {n} points"),
    "PARTY_ALONE": ("nobody else chose this picture", "nobody else chose this picture"),
    "PARTY_RED": ("the red disc lies on this picture", "the red disc lies on this picture"),
    "COOP_SUCCESS": ("you found each other's cards", "you found each other's cards"),
    "COOP_FAILURE": ("you did not both find the card", "you did not both find the card"),
    "ABSENT": ("left before the votes were counted", "left before the votes were counted"),
}

_OUTCOMES: dict[str, str] = {
    "all": "Everybody found the storyteller's card.",
    "none": "Nobody found the storyteller's card.",
    "some": "Some found the storyteller's card.",
    "party": "Points for everybody on the same picture.",
    "success": "You found each other's cards.",
    "failure": "You did not both find the other's card.",
}

_TITLES: dict[str, tuple[str, str]] = {
    "BEST_LIAR": ("Best liar: {who}, {n} vote", "Best liar: {who}, {n} votes"),
    "BEST_TELLER": ("Best storyteller: {who}, {n} time", "Best storyteller: {who}, {n} times"),
    "SHARP_EYE": ("Sharpest eye: {who}, {n} card found", "Sharpest eye: {who}, {n} cards found"),
    "MIND_TWINS": ("Mind twins: {who}, {n} time", "Mind twins: {who}, {n} times"),
    "FOOLED": ("{first} fell for {second} {n} time", "{first} fell for {second} {n} times"),
    "BIG_ROUND": ("Biggest round: {who}, {n} point", "Biggest round: {who}, {n} points"),
    "COMEBACK": ("Greatest comeback: {who}, {n} point behind", "Greatest comeback: {who}, {n} points behind"),
    "DROUGHT": ("Longest drought: {who}, {n} round", "Longest drought: {who}, {n} rounds"),
    "OPEN_BOOK": ("Open book: {who}, found by all {n} time", "Open book: {who}, found by all {n} times"),
    "DARK_POET": (
        "Dark poet: {who}, found by nobody {n} time",
        "Dark poet: {who}, found by nobody {n} times",
    ),
}


def fault_text(fault: Fault, names: Mapping[PlayerId, str], words: Words) -> str:
    """One plain sentence. `names`: player -> name, as shown at the table."""
    message = _FAULTS.get(f"{fault.code}/{fault.detail}") or _FAULTS.get(fault.code)
    if message is None:
        message = "That is not possible: {detail}." if fault.detail else "That is not possible ({code})."
    return words.text(
        message,
        code=fault.code,
        player=names.get(fault.player, fault.player) if fault.player is not None else "?",
        slot="?" if fault.slot is None else fault.slot,
        detail=_detail(fault, words),
    )


def _detail(fault: Fault, words: Words) -> str:
    return reason_text(fault.reason, words) if fault.reason else words.figures(fault.detail)


def reason_text(reason: Reason, words: Words) -> str:
    """Part of a sentence, in the table's language."""
    fields = {
        name: reason_text(value, words) if isinstance(value, Reason) else value
        for name, value in reason.fields
    }
    return words.text(reason.text, **fields)


def problem(fault: Fault, names: Mapping[PlayerId, str], words: Words) -> Problem:
    """The fault with its sentence."""
    return Problem(fault.code, fault_text(fault, names, words), fault.player, fault.slot)


def why_text(why: Why, words: Words) -> str:
    """The reason for points, without the number of points."""
    one, many = _WHYS.get(why.code, (why.code.lower().replace("_", " "),) * 2)
    return words.count(one, many, why.count)


def title_text(title: Title, names: Mapping[PlayerId, str], words: Words) -> str:
    """One short line for the end of the match."""
    one, many = _TITLES[title.code]
    told = [names.get(player, str(player)) for player in title.players]
    who = " & ".join(told)
    return words.count(one, many, title.count, who=who, first=told[0], second=told[-1])


def verdict_text(winners: Sequence[str], words: Words) -> str:
    """Who won, by name; of several, how many."""
    if not winners:
        return words.text("Nobody has won this time.")
    if len(winners) == 1:
        return words.text("{player} wins!", player=winners[0])
    return words.count("{n} rabbit wins!", "{n} rabbits share the victory!", len(winners))


def outcome_text(outcome: str, words: Words) -> str:
    return words.text(_OUTCOMES.get(outcome, outcome))
