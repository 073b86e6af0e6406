"""Two steps of setting up: every printed sticker proves itself, every plate is read in its place."""

from __future__ import annotations

from dataclasses import replace

import pytest
from driver import Driver
from made_up import clue, lobby, seeing
from made_up_table import MadeUpTable

from hardware.device import Device
from hardware.stickers import Back, DialBase, DialRotor, Face, Plate, Sticker
from pi_app.screens.camera import CameraSheet
from pi_app.screens.laying import GONE_S, SETTLED_S, Laid, LayingSheet
from pi_app.screens.proof import Proof, ProofSheet, ProofTile
from pi_app.screens.wizard import camera_step, places_step, print_step
from pi_app.session.views import Seeing
from pi_app.vision.seen import Source

SMALL = (800, 480)
TAG, RING, QR = Source.TAG, Source.RING, Source.QR


def read(*what: tuple[Sticker, Source]) -> Seeing:
    """A look in which these codes were read."""
    seen = seeing()
    return replace(seen, preview=replace(seen.preview, read=frozenset(what)))


def opened(open_driver, players: int = 6, device: Device = Device.TOKENS) -> Driver:
    view = lobby(players)
    view = replace(view, lobby=replace(view.lobby, device=device))
    driver: Driver = open_driver(MadeUpTable(view), SMALL)
    driver.app.open(print_step(driver.app))
    return driver


def counts(driver: Driver) -> list[str]:
    tiles = reversed(driver.sheet.board.ids.parts.children)
    return [tile.count.strip("\u2066\u2069") for tile in tiles]


def shares(driver: Driver) -> dict[str, float]:
    return {tile.words: tile.share for tile in driver.all(ProofTile)}


@pytest.mark.parametrize(
    ("sticker", "codes", "share"),
    [
        (Face(1, 2), (), 0.0),
        (Face(1, 2), (TAG,), 0.5),
        (Face(1, 2), (TAG, RING), 1.0),
        (Plate(3), (QR,), 0.5),
        (Plate(3), (QR, TAG), 1.0),
        (Back(4), (TAG,), 1.0),
        (DialRotor(4), (TAG,), 1.0),
    ],
)
def test_a_sticker_is_proven_by_all_its_codes(
    sticker: Sticker, codes: tuple[Source, ...], share: float
) -> None:
    proof = Proof()
    for code in codes:
        assert proof.add(frozenset({(sticker, code)})) == {sticker}
        assert proof.add(frozenset({(sticker, code)})) == frozenset()
    assert proof.share(sticker) == share


def test_every_sticker_of_the_sheet_under_the_camera_is_ticked_off_for_good(open_driver) -> None:
    driver = opened(open_driver)
    assert counts(driver) == ["0/6", "0/4", *["0/7"] * 6]
    driver.table.seen = read(
        *((Face(3, n), code) for n in (1, 2, 5) for code in (TAG, RING)), (Face(3, 4), TAG)
    )
    driver.seconds(0.3)
    assert shares(driver) == {"1": 1.0, "2": 1.0, "3": 0.0, "4": 0.5, "5": 1.0, "6": 0.0, "back": 0.0}
    driver.table.seen = read((Back(3), TAG), (Face(3, 4), RING))
    driver.seconds(0.3)
    assert shares(driver)["back"] == shares(driver)["4"] == shares(driver)["1"] == 1.0
    assert counts(driver)[4] == "5/7"
    driver.table.seen = read((Plate(1), TAG), (Plate(1), QR))
    driver.seconds(0.3)
    assert shares(driver)["1"] == 1.0
    assert (counts(driver)[0], counts(driver)[4]) == ("1/6", "5/7")


def test_a_part_is_looked_at_with_a_tap(open_driver) -> None:
    driver = opened(open_driver)
    driver.tap(driver.sheet.board.ids.parts.children[0])
    assert set(shares(driver)) == {"1", "2", "3", "4", "5", "6", "back"}
    driver.tap_words("corners")
    assert set(shares(driver)) == {"1", "2", "3", "4"}


def test_the_kit_is_as_large_as_the_table_says(open_driver) -> None:
    driver = opened(open_driver, players=3)
    assert counts(driver) == ["0/5", "0/4", *["0/6"] * 3]
    driver.tap_words("+")
    assert counts(driver) == ["0/4", "0/4", *["0/5"] * 4]
    for _ in range(5):
        driver.tap_words("−")
    assert len(counts(driver)) == 4


def test_dials_are_proven_by_both_their_parts(open_driver) -> None:
    driver = opened(open_driver, device=Device.DIALS)
    driver.table.seen = read((DialBase(2), TAG))
    driver.seconds(0.3)
    assert shares(driver) == {"dial": 1.0, "pointer": 0.0, "back": 0.0}


def test_the_camera_is_let_go_when_a_step_is_left(open_driver) -> None:
    driver = opened(open_driver)
    driver.tap_words("Next step")
    assert isinstance(driver.sheet, LayingSheet)
    assert len(driver.sheet.tiles) == 6
    driver.key(27)
    looks = [call[1] for call in driver.table.calls if call[0] == "look_closer"]
    assert (looks[0], looks[-1]) == (True, False)


def test_in_a_match_no_sticker_is_proved(open_driver) -> None:
    driver: Driver = open_driver(MadeUpTable(clue(5), seen=seeing()), SMALL)
    driver.app.open(camera_step(driver.app))
    assert isinstance(driver.sheet, CameraSheet)
    driver.tap_words("Next step")
    assert isinstance(driver.sheet, LayingSheet)
    assert not isinstance(driver.sheet, ProofSheet)
    assert len(driver.sheet.tiles) == 5


def test_a_plate_is_in_its_place_when_it_has_been_read_there_for_a_while() -> None:
    laid = Laid()
    laid.see({1: (0.2, 0.5)}, 0.0)
    assert laid.share(1) == 0.5
    laid.see({1: (0.21, 0.5)}, SETTLED_S)
    assert laid.share(1) == 1.0
    laid.see({}, SETTLED_S + GONE_S / 2)
    assert laid.share(1) == 1.0
    laid.see({1: (0.6, 0.5)}, SETTLED_S + GONE_S)
    assert laid.share(1) == 0.5
    laid.see({}, SETTLED_S + 3 * GONE_S)
    assert laid.share(1) == 0.0


def test_each_plate_has_its_number_over_it_in_the_picture(open_driver) -> None:
    table = MadeUpTable(lobby(4), seen=seeing())
    driver: Driver = open_driver(table, SMALL)
    driver.app.open(places_step(driver.app, 4))
    driver.seconds(2)
    sheet = driver.sheet
    assert {n: tile.share for n, tile in sheet.tiles.items()} == {1: 1.0, 2: 1.0, 3: 1.0, 4: 0.0}
    assert "Missing: 4" in sheet._advice.words
    x, y, wide, high = sheet.picture.spread()
    assert sheet._marks[2].center == pytest.approx((x + 0.35 * wide, y + 0.5 * high), abs=1)
    table.seen = replace(seeing(), plates_at={n: (0.1 * n, 0.5) for n in (1, 2, 3, 4)})
    driver.seconds(2)
    assert "All plates" in sheet._advice.words
    table.seen = replace(seeing(), plates_at={})
    driver.seconds(GONE_S + 0.5)
    assert sheet._marks == {}
