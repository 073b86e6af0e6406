"""Players and a voting device go in; which stickers they need, how many of each, and kit.json come out."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import cv2

from hardware import stickers as kit_of
from hardware.artwork import draw, is_disc, size_mm
from hardware.device import Device
from hardware.stickers import Back, Corner, DialBase, DialRotor, Face, Plate, Sticker

FORMAT = 1
PLAYERS = (2, 12)
PNG_PX_PER_MM = 40
SMALLEST_RECOMMENDED_MM = 28.0
_SLOTS: Mapping[int, int] = {2: 6, 3: 5}
"""Two play with four cards from the deck, three lay two cards each; else a card a player."""


@dataclass(frozen=True, slots=True)
class Kit:
    """One set of stickers. `number` tells two kits on one table apart."""

    players: int
    device: Device = Device.TOKENS
    disc_mm: float = kit_of.DISC_MM
    number: int = kit_of.DEFAULT_KIT

    @property
    def slots(self) -> int:
        return _SLOTS.get(self.players, self.players)

    @property
    def own_cards(self) -> int:
        return 2 if self.players == 3 else 1


@dataclass(frozen=True, slots=True)
class Block:
    """Stickers that belong together, each with its number of copies, spares among them."""

    title: str
    fields: Mapping[str, object]
    copies: Mapping[Sticker, int]


def player_stickers(kit: Kit, player: int) -> dict[Sticker, int]:
    """What one player needs. One back more than there are discs: the spare."""
    match kit.device:
        case Device.TOKENS:
            faces: dict[Sticker, int] = {Face(player, n): 1 for n in range(1, kit.slots + 1)}
            return {**faces, Back(player): kit.slots + 1}
        case Device.DIALS:
            # The dial's own back, and a disc to lay on each own card when owners are asked.
            return {DialBase(player): 1, DialRotor(player): 1, Back(player): 1 + kit.own_cards + 1}
        case Device.PLACES:
            # As in the old rule: a token with the player's own number; the place alone is the vote.
            return {Face(player, player): 1, Back(player): 1 + kit.own_cards + 1}


def blocks(kit: Kit) -> tuple[Block, ...]:
    """All that is printed, in the order of printing."""
    plates: dict[Sticker, int] = {Plate(slot): 1 for slot in range(1, kit.slots + 1)}
    corners: dict[Sticker, int] = {Corner(corner): 1 for corner in range(1, 5)}
    return (
        Block("Slot plates: one below each card", {}, plates),
        Block("Table corners (optional): top left, top right, bottom right, bottom left", {}, corners),
        *(Block("player", {"player": p}, player_stickers(kit, p)) for p in range(1, kit.players + 1)),
    )


def distinct(kit: Kit) -> list[Sticker]:
    return [sticker for block in blocks(kit) for sticker in block.copies]


def file_name(sticker: Sticker) -> str:
    """`face_03_05.png`: the kind and its numbers."""
    kind = _KINDS[type(sticker)]
    return "_".join([kind, *(f"{number:02d}" for number in _numbers(sticker).values())]) + ".png"


def manifest(kit: Kit) -> dict[str, object]:
    """kit.json, in the kit's format 1."""
    return {
        "format": FORMAT,
        "kit": kit.number,
        "device": kit.device.value,
        "disc_mm": _plain(kit.disc_mm),
        "players": kit.players,
        "stickers": [
            _entry(kit, sticker, copies) for block in blocks(kit) for sticker, copies in block.copies.items()
        ],
    }


def write_pictures(kit: Kit, folder: Path) -> None:
    """One PNG a sticker, then kit.json, into an existing folder; OSError when that fails."""
    for sticker in distinct(kit):
        pixels = draw(sticker, kit.disc_mm, PNG_PX_PER_MM, kit.number)
        if not is_disc(sticker):
            pixels = pixels[..., :3]
        _, png = cv2.imencode(".png", pixels, [cv2.IMWRITE_PNG_STRATEGY, cv2.IMWRITE_PNG_STRATEGY_RLE])
        (folder / file_name(sticker)).write_bytes(png.tobytes())
    text = json.dumps(manifest(kit), indent=1, ensure_ascii=False) + "\n"
    (folder / "kit.json").write_text(text, encoding="utf-8")


_KINDS: Mapping[type, str] = {
    Face: "face",
    Back: "back",
    Plate: "slot",
    Corner: "corner",
    DialBase: "dial_base",
    DialRotor: "dial_rotor",
}


def _numbers(sticker: Sticker) -> dict[str, int]:
    match sticker:
        case Face(player, number):
            return {"player": player, "number": number}
        case Plate(slot):
            return {"slot": slot}
        case Corner(corner):
            return {"corner": corner}
        case Back(player) | DialBase(player) | DialRotor(player):
            return {"player": player}


def _entry(kit: Kit, sticker: Sticker, copies: int) -> dict[str, object]:
    width, height = size_mm(sticker, kit.disc_mm)
    return {
        "file": file_name(sticker),
        "kind": _KINDS[type(sticker)],
        **_numbers(sticker),
        "width_mm": _plain(width),
        "height_mm": _plain(height),
        "shape": "disc" if is_disc(sticker) else "rect",
        "tag_id": kit_of.tag_id(sticker),
        **_text(kit, sticker),
        "copies": copies,
    }


def _text(kit: Kit, sticker: Sticker) -> dict[str, str]:
    match sticker:
        case Face():
            return {"text": kit_of.ring_text(sticker)}
        case Plate(slot):
            return {"text": kit_of.plate_text(slot, kit.number)}
        case _:
            return {}


def _plain(length: float) -> float:
    """32, not 32.0."""
    return int(length) if length == int(length) else length
