"""The network side of a table with a real session: banners, addresses, names from phones, the broker."""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import SimpleNamespace

import httpx
import pytest

from hardware.ports import Button
from pi_app.game.pieces import Phase
from pi_app.session.book import Book
from pi_app.session.inbox import Inbox
from pi_app.session.manners import FOR_PROGRAMS
from pi_app.session.session import Session
from pi_app.session.views import LobbySeat
from pi_app.settings import MqttSettings, WebSettings
from pi_app.tables.network import Network
from pi_app.tables.publisher import Publisher
from pi_app.words import Words
from tests.pi_app.tables.mosquitto import Mosquitto, overhearing
from tests.pi_app.waits import wait_for
from tests.pi_app.web.evenings import board

HERE = WebSettings(host="127.0.0.1", port=0)


class Table(SimpleNamespace):
    """A session and its network side, joined as the evening joins them."""

    session: Session
    inbox: Inbox
    network: Network
    seconds: float

    def tick(self) -> None:
        self.session.receive(self.inbox.take())
        self.network.look(self.session.set_banner, self.session.set_address)

    def changed(self) -> None:
        self.network.lobby(self.session.view().lobby)
        self.network.publish(self.session.board())

    @property
    def join_url(self) -> str | None:
        self.tick()
        lobby = self.session.view().lobby
        return lobby.join_url if lobby else None

    @property
    def banners(self) -> set[str]:
        self.tick()
        return {banner.code for banner in self.session.view().banners}


@contextmanager
def table(folder: Path, web: WebSettings = HERE, mqtt: MqttSettings | None = None) -> Iterator[Table]:
    session = Session(Book(folder / "book.sqlite"), Words(), manners=FOR_PROGRAMS)
    inbox = Inbox(time.monotonic)
    made = Table(session=session, inbox=inbox, seconds=0.0)
    made.network = Network(web, mqtt or MqttSettings(), lambda: made.seconds, inbox.put_name)
    session.on_change(made.changed)
    made.network.start()
    made.changed()
    try:
        yield made
    finally:
        made.network.close()
        session.close()


def test_a_name_goes_from_a_phone_to_the_screen_and_the_code_on_it_changes(tmp_path: Path) -> None:
    with table(tmp_path) as there:
        wait_for(lambda: there.join_url is not None)
        url = there.join_url or ""
        assert url.startswith(str(there.session.view().address))
        assert httpx.get(url).status_code == 200
        assert httpx.post(url, data={"name": "Anna", "stickers": "3"}).status_code == 200
        assert there.join_url != url
        lobby = there.session.view().lobby
        assert lobby is not None
        assert [(one.name, one.stickers) for one in lobby.proposals] == [("Anna", 3)]
        assert there.session.answer_proposal(lobby.proposals[0].id, True).ok
        assert "You play with this rabbit" in httpx.get(url, headers={"Accept-Language": "en"}).text
        next_form = httpx.get(there.join_url or "").text
        assert 'value="3"' not in next_form
        assert 'value="4"' in next_form


def test_when_the_match_begins_no_phone_can_ask_any_more(tmp_path: Path) -> None:
    with table(tmp_path) as there:
        seats = tuple(LobbySeat(n, name) for n, name in enumerate("ABCD", 1))
        there.session.set_lobby(seats=seats)
        wait_for(lambda: there.join_url is not None)
        url = there.join_url or ""
        there.session.press(Button.NEXT)
        there.tick()
        assert there.session.view().phase is Phase.CLUE
        before = there.session.view()
        assert httpx.post(url, data={"name": "Eve", "stickers": "5"}).status_code in (404, 405)
        there.tick()
        assert there.session.view() == before


@pytest.mark.parametrize("web", [WebSettings(on=False), WebSettings(host="127.0.0.1", port=0, join=False)])
def test_names_by_phone_can_be_left_out(tmp_path: Path, web: WebSettings) -> None:
    with table(tmp_path, web) as there:
        time.sleep(0.2)
        assert there.join_url is None


def test_a_broker_is_told_and_its_loss_is_a_banner_that_heals(
    tmp_path: Path, own_mosquitto: Mosquitto
) -> None:
    mqtt = MqttSettings(on=True, host="127.0.0.1", port=own_mosquitto.port, table="Garden", discovery="")
    with table(tmp_path, mqtt=mqtt) as there, overhearing(own_mosquitto.port) as heard:
        wait_for(lambda: "rabbit-table/v1/garden/state" in heard)
        there.seconds = 100.0
        assert there.banners == set()
        own_mosquitto.kill()
        wait_for(lambda: not there.network.publisher.is_up)  # type: ignore[union-attr]
        there.seconds = 110.0
        assert there.banners == set()
        there.seconds = 130.0
        assert there.banners == {"BROKER_LOST"}
        own_mosquitto.start()
        wait_for(lambda: there.banners == set())


def test_a_name_that_another_table_has_is_a_banner_that_heals(
    tmp_path: Path, own_mosquitto: Mosquitto
) -> None:
    mqtt = MqttSettings(on=True, host="127.0.0.1", port=own_mosquitto.port, table="Garden", discovery="")
    with table(tmp_path, mqtt=mqtt) as there:
        wait_for(lambda: there.network.publisher.is_up)  # type: ignore[union-attr]
        other = Publisher(own_mosquitto.broker, "Garden", retry_seconds=(1, 1))
        other.publish(board(n=99), "http://10.0.0.2:8080")
        other.start()
        wait_for(lambda: there.banners == {"TABLE_NAME_TAKEN"})
        other.stop()
        wait_for(lambda: there.network.publisher.is_up)  # type: ignore[union-attr]
        there.tick()
        there.seconds += 100.0
        wait_for(lambda: there.banners == set())
