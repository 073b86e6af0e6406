"""One evening: moves, presses and readings in; a changed match in the book, then a new view, out.

Rule: check, write, become. Nobody sees a state that is not on the disk; a refused move changes nothing;
nothing moves by itself. Everything here runs on one thread.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from hardware.ports import Button
from pi_app.game.foresee import Foreseen
from pi_app.game.match import Match
from pi_app.game.moves import Move, Redo, Undo
from pi_app.game.pieces import Fault, IllegalMove, Phase
from pi_app.game.profiles import DEFAULT_PROFILE
from pi_app.session.book import Book, BookError, StaleBook
from pi_app.session.case_desk import CaseDesk
from pi_app.session.controls import NEXT
from pi_app.session.draft import Draft, next_draft
from pi_app.session.evening import Evening
from pi_app.session.hand_desk import HandDesk
from pi_app.session.inbox import Taken
from pi_app.session.leaving_desk import LeavingDesk
from pi_app.session.lobby import Lobby, first_lobby, lobby_after
from pi_app.session.lobby_desk import LobbyDesk
from pi_app.session.looking import after_look, trouble_with
from pi_app.session.manners import CLOCKS, UNHURRIED, Clocks, Manners
from pi_app.session.playing import Playing
from pi_app.session.remembering import Remembering
from pi_app.session.restore_desk import RestoreDesk
from pi_app.session.saved_rules import FILE_NAME, RulesShelf
from pi_app.session.seeing import CheckDesk
from pi_app.session.sentences import problem
from pi_app.session.showing import Showing
from pi_app.session.views import Answer, Preview
from pi_app.vision.seen import Reading
from pi_app.words import Words


class Session(Showing, HandDesk, LobbyDesk, CheckDesk, CaseDesk, RestoreDesk, LeavingDesk):
    """Implements `views.Table`."""

    def __init__(
        self,
        book: Book,
        words: Words,
        clocks: Clocks = CLOCKS,
        profile: str = DEFAULT_PROFILE,
        manners: Manners = UNHURRIED,
    ) -> None:
        """Resume the match that was running. Raise BookError when the book cannot be read at all."""
        Showing.__init__(self, words)
        CheckDesk.__init__(self)
        CaseDesk.__init__(self, book.path.parent)
        self._now, self._wall, self._manners = clocks.now, clocks.wall, manners
        self._playing = Playing(book, manners.disk_seconds)
        self._remembering = Remembering(book)
        self._moving: Move | None = None
        self._shelf = RulesShelf(book.path.with_name(FILE_NAME))
        self._evening = Evening(0, Match(), first_lobby(profile, self._shelf, manners.device), Draft())
        self._kept: dict[Phase, Draft] = {}
        self._locked_until = float("-inf")
        self._last: tuple[Move, float] | None = None
        self._look_from = self._now()
        self.preview: Preview | None = None
        self._playing.resume()
        self._after_resuming()
        self.set_banner("RULES", self._shelf.alarm)

    # --- what people do ----------------------------------------------------------------------

    def do(self, move: Move, expect_n: int | None = None) -> Answer:
        self.settle()
        if expect_n is not None and expect_n != self._evening.n:
            return self._refuse(Fault("STALE"))
        if self._manners.remembers:
            move = self._remembering.knowing(move, self._evening.match)
        if self._last is not None:
            move_before, at = self._last
            if move == move_before and self._now() - at < self._manners.echo_seconds:
                return Answer(True, self._evening.n)
        return self._play(move)

    def press(self, button: Button, at: float | None = None) -> Answer:
        """at: when the finger came down, in seconds of `Now`."""
        self.settle()
        if (self._now() if at is None else at) < self._locked_until:
            return self._refuse(Fault("TOO_SOON"))
        answer = self._back() if button is Button.UNDO else self._next()
        if answer.ok:
            self._locked_until = self._now() + self._manners.lock_seconds
        return answer

    def what_if(self, move: Move, expect_n: int | None = None) -> Foreseen | Answer:
        if expect_n is not None and expect_n != self._evening.n:
            return self._refuse(Fault("STALE"))
        try:
            return self._playing.foresee(move)
        except IllegalMove as refused:
            return self._refuse(*refused.faults)

    # --- what the camera says ----------------------------------------------------------------

    def receive(self, taken: Taken) -> None:
        """Everything that came in through the inbox: the camera's state, the newest look, each press."""
        self.settle()
        if taken.camera is not None:
            self.set_banner("CAMERA", taken.camera.code)
        if taken.look is not None:
            self.see(taken.look.reading, taken.look.preview)
        for proposal in taken.names:
            self.propose_name(proposal)
        for press in taken.presses:
            if not self._overheard(press.button):
                self.press(press.button, press.at)

    def see(self, reading: Reading, preview: Preview | None = None) -> None:
        """One reading of the table. Pictures from before the phase began are not looked at."""
        if reading.taken_at < self._look_from:
            return
        self.preview = None if self._evening.phase is Phase.VOTING else preview
        self._noticed(reading, preview)
        self._saw(reading)
        self.set_banner("PICTURE", trouble_with(reading.picture))
        if not reading.picture.mirrored:
            self._evening = after_look(self._evening, reading, self._words)
            self._changed()

    def refresh(self) -> None:
        """Follow another program that writes in the same book. Cheap enough for once a second."""
        if self._playing.is_busy:
            return
        try:
            if self._playing.is_behind():
                self._playing.resume()
                self._after_resuming()
            self.set_banner("FOLLOWING", None)
        except BookError as error:
            self.set_banner("FOLLOWING", error.code)

    def settle(self) -> None:
        """Take over a move that the disk was slow to write, once it is written."""
        if self._moving is not None:
            moved = self._write(self._moving, self._playing.finish)
            self._locked_until = self._now() + (self._manners.lock_seconds if moved.ok else 0.0)

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

    def _back(self) -> Answer:
        """What a person said since the last move is taken back before that move."""
        if self._took_back():
            return Answer(True, self._evening.n)
        return self.take_up() if self._slipped and self._evening.left else self._play(Undo())

    def _play(self, move: Move) -> Answer:
        if self._moving is not None:
            return self._refuse(Fault("SAVING"))
        return self._write(move, lambda: self._playing.play(move, self._wall()))

    def _write(self, move: Move, write: Callable[[], bool]) -> Answer:
        self._moving = None
        try:
            done = write()
        except IllegalMove as refused:
            return self._refuse(*refused.faults)
        except StaleBook:
            self._after_resuming()
            return self._refuse(Fault("STALE"))
        except BookError as error:
            if error.code != "SAVING":
                self.set_banner("BOOK", error.code)
            return self._refuse(error.fault)
        if not done:
            self._moving = move
            self.set_banner("BOOK", "SAVING")
            return self._refuse(Fault("SAVING"))
        self._last = (move, self._now())
        self._notices.put("BOOK", None)
        self.set_banner("SET_ASIDE", self._playing.alarm)
        before = self._evening
        self._become(self._evening.lobby, returning=isinstance(move, Undo | Redo))
        self._accepted(move, before)
        return Answer(True, self._evening.n)

    def _after_resuming(self) -> None:
        match, lobby = self._playing.match, self._evening.lobby
        self._become(lobby_after(match, lobby) if match.players else lobby)
        self.set_banner("SET_ASIDE", self._playing.alarm)

    def _begin_again(self) -> None:
        """Another match is on the table, or another book."""
        self._kept, self._last, self._slipped = {}, None, False
        self._after_resuming()

    def _become(self, lobby: Lobby, returning: bool = False) -> None:
        before, draft = self._evening, self._evening.draft
        playing, match = self._playing, self._playing.match
        if match.phase is Phase.LOBBY:
            lobby = replace(lobby, people=self._remembering.people())
        else:
            lobby = replace(lobby, proposals=())
        same_round = match.round_number == before.match.round_number
        if match.phase is not before.phase or not same_round:
            self._kept[before.phase] = draft
            kept = self._kept.get(match.phase) if same_round and returning else None
            draft = next_draft(draft, kept, same_round and match.phase is not Phase.CLUE)
            self._look_from = self._now()
            self.preview = None
        left = match.phase is Phase.LOBBY and self._left()
        undoable = playing.can_undo or (left and self._slipped)
        self._evening = Evening(playing.n, match, lobby, draft, undoable, playing.can_redo, left)
        self._changed()

    def _refuse(self, *faults: Fault) -> Answer:
        names = self._evening.names
        return Answer(False, self._evening.n, tuple(problem(fault, names, self._words) for fault in faults))

    def _set(self, lobby: Lobby | None = None, draft: Draft | None = None) -> None:
        evening = self._evening
        if lobby is not None:
            self._slipped = False
            evening = replace(evening, lobby=lobby, undoable=self._playing.can_undo)
        self._evening = replace(evening, draft=draft or evening.draft)
        self._changed()
