"""The sound of the evening: each new view goes in, and what has happened is played or said."""

from __future__ import annotations

import tempfile
from collections.abc import Sequence
from pathlib import Path

from pi_app.session.views import View
from pi_app.settings import Settings
from pi_app.sound.children import Children, Sounding
from pi_app.sound.cues import Cue, cues
from pi_app.sound.programs import Program, players, speakers
from pi_app.sound.spoken import spoken
from pi_app.sound.tones import wav_of
from pi_app.words import Words

_SPEECH_LIMIT_S = 60.0
_ISOLATES = dict.fromkeys(map(ord, "\u2066\u2067\u2068\u2069"))


class Sound:
    """Only for the main thread. `obey` may be called at any time; `close` stops a running sound."""

    def __init__(
        self,
        settings: Settings,
        playing: Sequence[Program] | None = None,
        speaking: Sequence[Program] | None = None,
    ) -> None:
        self._players = Children(players() if playing is None else playing, "sounds")
        self._speakers = Children(speakers() if speaking is None else speaking, "speech")
        self._folder: tempfile.TemporaryDirectory[str] | None = None
        self._files: dict[Cue, Path] = {}
        self._before: View | None = None
        self._plays = self._speaks = False
        self.obey(settings)

    def obey(self, settings: Settings) -> None:
        """Settings changed; a calm table plays nothing, but says what it was asked to say."""
        self._plays = settings.sound and not settings.calm
        self._speaks = settings.speak

    def changed(self, view: View) -> None:
        """What this view has that the one before had not. Never raises, never waits."""
        before, self._before = self._before, view
        if before is None or before is view:
            return
        if self._plays and self._players.can:
            for cue in cues(before, view):
                self._play(cue)
        if self._speaks and self._speakers.can:
            said = spoken(before, view, Words(view.language)).translate(_ISOLATES)
            if said:
                self._speakers.put(Sounding(view.language, said.encode("utf-8", "replace"), _SPEECH_LIMIT_S))

    def hop(self) -> None:
        """A rabbit has landed. Left out while another sound is on, so that none comes late."""
        if self._plays and self._players.is_idle:
            self._play(Cue.FIELD)

    def close(self) -> None:
        self._players.close()
        self._speakers.close()
        if self._folder is not None:
            self._folder.cleanup()

    def _play(self, cue: Cue) -> None:
        try:
            if self._folder is None:
                self._folder = tempfile.TemporaryDirectory(prefix="rabbit-table-sound-")
            if cue not in self._files:
                file = Path(self._folder.name) / f"{cue}.wav"
                file.write_bytes(wav_of(cue))
                self._files[cue] = file
        except OSError:
            return  # no room for a sound: a silent table is a good table
        self._players.put(Sounding(str(self._files[cue])))
