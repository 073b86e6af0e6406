"""A lamp without a pin: it remembers all that it has shown."""

from __future__ import annotations

from hardware.ports import LampState


class SimulatedLamp:
    """`shown`: every change of state, oldest first; it starts dark."""

    def __init__(self) -> None:
        self.shown: list[LampState] = [LampState.OFF]

    @property
    def state(self) -> LampState:
        return self.shown[-1]

    def show(self, state: LampState) -> None:
        if state is not self.state:
            self.shown.append(state)

    def close(self) -> None:
        self.show(LampState.OFF)
