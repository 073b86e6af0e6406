"""One evening: moves, presses and readings in; a changed match in the book, then a new view, out.

Rule: check, write, become. Nobody sees a state that is not on the disk; a refused move changes nothing;
nothing moves by itself. Everything here runs on one thread.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, replace

from hardware.ports import Button, Now
from pi_app.game.match import Match
from pi_app.game.moves import Move, Redo, Undo
from pi_app.game.pieces import Fault, IllegalMove, Phase, PlayerId, SlotNumber
from pi_app.game.profiles import DEFAULT_PROFILE
from pi_app.session.book import Book, BookError, StaleBook
from pi_app.session.controls import NEXT
from pi_app.session.draft import Draft, with_proposal
from pi_app.session.evening import Evening
from pi_app.session.inbox import Taken
from pi_app.session.lobby import Lobby, arranged, lobby_after, with_seen
from pi_app.session.playing import Playing
from pi_app.session.proposal import propose, without_numbers
from pi_app.session.sentences import banner_text, problem
from pi_app.session.show import Surroundings, names_of, show_board, show_view
from pi_app.session.views import Answer, Banner, Board, LobbySeat, Preview, View
from pi_app.vision.seen import Reading
from pi_app.words import Words

_READ_IN = frozenset({Phase.VOTING, Phase.REVEAL, Phase.OWNERS})
_SECRET_IN = frozenset({Phase.LOBBY, Phase.CLUE, Phase.VOTING})
_CAMERA = "CAMERA"
"""The banner of this place; its code changes with the camera's state."""


@dataclass(frozen=True, slots=True)
class Manners:
    """lock_seconds: after a press was obeyed, presses made this soon are not meant for what is new.
    echo_seconds: the same move again this soon is one touch that arrived twice.
    """

    lock_seconds: float = 1.0
    echo_seconds: float = 0.1


AT_THE_TABLE = Manners()
FOR_PROGRAMS = Manners(0.0, 0.0)


@dataclass(frozen=True, slots=True)
class Clocks:
    """now: never jumps. wall: seconds since the epoch, only written down."""

    now: Now = time.monotonic
    wall: Now = time.time


CLOCKS = Clocks()


class Session:
    """Implements `views.Table`."""

    def __init__(
        self,
        book: Book,
        words: Words,
        clocks: Clocks = CLOCKS,
        profile: str = DEFAULT_PROFILE,
        manners: Manners = AT_THE_TABLE,
    ) -> None:
        """Resume the match that was running. Raise BookError when the book cannot be read at all."""
        self._words, self._now, self._wall, self._manners = words, clocks.now, clocks.wall, manners
        self._playing = Playing(book)
        self._listeners: list[Callable[[], None]] = []
        self._evening = Evening(0, Match(), Lobby(profile), Draft())
        self._kept: dict[Phase, Draft] = {}
        self._banners: dict[str, Banner] = {}
        self._address: str | None = None
        self._locked_until = float("-inf")
        self._last: tuple[Move, float] | None = None
        self._look_from = self._now()
        self._shown: View | None = None
        self.preview: Preview | None = None
        self._playing.resume()
        self._after_resuming()

    # --- what is shown -----------------------------------------------------------------------

    def view(self) -> View:
        if self._shown is None:
            self._shown = show_view(self._evening, self._surroundings(), self._words)
        return self._shown

    def board(self) -> Board:
        return show_board(self._evening, self._surroundings(), self._words)

    def on_change(self, listener: Callable[[], None]) -> None:
        """Call `listener` after every change, once the change is durable."""
        self._listeners.append(listener)

    def set_banner(self, place: str, code: str | None) -> None:
        """Show the banner `code` (a sentence of `sentences.py`) until the place has another; None: none."""
        if code is None:
            self._banners.pop(place, None)
        else:
            self._banners[place] = Banner(code, banner_text(code, self._words))
        self._changed()

    def set_address(self, address: str | None) -> None:
        self._address = address
        self._changed()

    def set_words(self, words: Words) -> None:
        """Another language from now on."""
        self._words = words
        codes = {place: banner.code for place, banner in self._banners.items()}
        self._banners = {place: Banner(code, banner_text(code, words)) for place, code in codes.items()}
        self._changed()

    # --- what people do ----------------------------------------------------------------------

    def do(self, move: Move, expect_n: int | None = None) -> Answer:
        if expect_n is not None and expect_n != self._evening.n:
            return self._refuse(Fault("STALE"))
        if self._last is not None:
            move_before, at = self._last
            if move == move_before and self._now() - at < self._manners.echo_seconds:
                return Answer(True, self._evening.n)
        return self._play(move)

    def press(self, button: Button, at: float | None = None) -> Answer:
        """at: when the finger came down, in seconds of `Now`."""
        if (self._now() if at is None else at) < self._locked_until:
            return self._refuse(Fault("TOO_SOON"))
        answer = self._play(Undo()) if button is Button.UNDO else self._next()
        if answer.ok:
            self._locked_until = self._now() + self._manners.lock_seconds
        return answer

    def set_lobby(
        self,
        profile: str | None = None,
        seats: tuple[LobbySeat, ...] | None = None,
        storyteller: int | None = None,
    ) -> None:
        self._set(lobby=arranged(self._evening.lobby, profile, seats, storyteller))

    def correct_vote(self, player: PlayerId, slots: tuple[SlotNumber, ...]) -> None:
        if self._evening.phase is Phase.REVEAL:
            votes = {p: said for p, said in self._evening.draft.hand_votes.items() if p != player}
            votes |= {player: tuple(sorted(slots))} if slots else {}
            self._set(draft=replace(self._evening.draft, hand_votes=votes))

    def correct_owner(self, slot: SlotNumber, player: PlayerId | None) -> None:
        if self._evening.phase is Phase.OWNERS:
            owners = {s: p for s, p in self._evening.draft.hand_owners.items() if s != slot}
            owners |= {} if player is None else {slot: player}
            self._set(draft=replace(self._evening.draft, hand_owners=owners))

    def new_match(self) -> None:
        lobby = lobby_after(self._evening.match, self._evening.lobby.profile)
        try:
            self._playing.put_away()
        except BookError as error:
            self.set_banner("BOOK", error.code)
            return
        self._kept, self._last = {}, None
        self._become(lobby)

    # --- what the camera says ----------------------------------------------------------------

    def receive(self, taken: Taken) -> None:
        """Everything that came in through the inbox: the camera's state, the newest look, each press."""
        if taken.camera is not None:
            self.set_banner(_CAMERA, taken.camera.code)
        if taken.look is not None:
            self.see(taken.look.reading, taken.look.preview)
        for press in taken.presses:
            self.press(press.button, press.at)

    def see(self, reading: Reading, preview: Preview | None = None) -> None:
        """One reading of the table. Pictures from before the phase began are not looked at."""
        phase = self._evening.phase
        if reading.taken_at < self._look_from:
            return
        self.preview = None if phase is Phase.VOTING else preview
        self.set_banner("PICTURE", "MIRRORED" if reading.picture.mirrored else None)
        if reading.picture.mirrored:
            return
        if phase in _SECRET_IN:
            reading = without_numbers(reading)
        if phase is Phase.LOBBY:
            self._set(lobby=with_seen(self._evening.lobby, reading, self._words))
        elif phase in _READ_IN:
            proposal = propose(reading, self._evening.setting, phase)
            still = reading.still_since is not None
            self._set(draft=with_proposal(self._evening.draft, proposal, phase, still))

    def close(self) -> None:
        self._playing.close()

    # --- check, write, become ----------------------------------------------------------------

    def _next(self) -> Answer:
        asked = NEXT[self._evening.phase].ask(self._evening)
        if asked.open:
            return self._refuse(*asked.open)
        if asked.move is None:
            self.new_match()
            return Answer(True, self._evening.n)
        return self._play(asked.move)

    def _play(self, move: Move) -> Answer:
        try:
            self._playing.play(move, self._wall())
        except IllegalMove as refused:
            return self._refuse(*refused.faults)
        except StaleBook:
            self._after_resuming()
            return self._refuse(Fault("STALE"))
        except BookError as error:
            self.set_banner("BOOK", error.code)
            return self._refuse(Fault(error.code, detail=error.detail))
        self._last = (move, self._now())
        self._banners.pop("BOOK", None)
        self._become(self._evening.lobby, returning=isinstance(move, Undo | Redo))
        return Answer(True, self._evening.n)

    def _after_resuming(self) -> None:
        match, lobby = self._playing.match, self._evening.lobby
        self._become(lobby_after(match, lobby.profile) if match.players else lobby)
        if self._playing.set_aside is not None:
            self.set_banner("SET_ASIDE", "BOOK_SET_ASIDE")

    def _become(self, lobby: Lobby, returning: bool = False) -> None:
        before, draft = self._evening, self._evening.draft
        playing = self._playing
        if (playing.match.phase, _number(playing.match)) != (before.phase, _number(before.match)):
            self._kept[before.phase] = draft
            draft = self._draft_for(before, playing.match, returning)
            self._look_from = self._now()
            self.preview = None
        self._evening = Evening(playing.n, playing.match, lobby, draft, playing.can_undo, playing.can_redo)
        self._changed()

    def _draft_for(self, before: Evening, match: Match, returning: bool) -> Draft:
        """A new phase starts blank; one that is returned to keeps what people said in it."""
        same_round = _number(match) == _number(before.match) and match.phase is not Phase.CLUE
        voted = before.draft.voted if same_round else frozenset()
        kept = self._kept.get(match.phase) if same_round and returning else None
        if kept is None:
            return Draft(voted=voted)
        return Draft(voted=voted, hand_votes=kept.hand_votes, hand_owners=kept.hand_owners)

    def _refuse(self, *faults: Fault) -> Answer:
        names = names_of(self._evening.match) or {s.stickers: s.name for s in self._evening.lobby.seats}
        problems = tuple(problem(fault, names, self._words) for fault in faults)
        return Answer(False, self._evening.n, problems)

    def _set(self, lobby: Lobby | None = None, draft: Draft | None = None) -> None:
        evening = self._evening
        self._evening = replace(evening, lobby=lobby or evening.lobby, draft=draft or evening.draft)
        self._changed()

    def _changed(self) -> None:
        before, self._shown = self._shown, None
        if before is None or before != self.view():
            for listener in self._listeners:
                listener()

    def _surroundings(self) -> Surroundings:
        return Surroundings(tuple(self._banners.values()), self._address, self._playing.name)


def _number(match: Match) -> int:
    return match.current.number if match.current else 0
