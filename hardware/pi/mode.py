"""A picture size and controls go in, the mode to ask picamera2 for comes out."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

LUMA_FIRST = ("YUV420", "YVU420", "NV12", "NV21")
"""Formats whose memory begins with the grey picture."""


def video_mode(
    size: tuple[int, int], buffers: int, controls: Mapping[str, object], known: Collection[str]
) -> dict[str, Any]:
    """For `create_video_configuration`. size: pixels. known: the controls this camera has.

    The controls act before the first frame; those the camera has not are left out, for it would refuse.
    """
    return {
        "main": {"format": "YUV420", "size": size},
        "raw": None,
        # Fixed, or a small picture might select a mode that shows less of the table.
        "sensor": {"output_size": size, "bit_depth": 10},
        "buffer_count": buffers,
        "queue": False,
        "display": None,
        "encode": None,
        "controls": {name: value for name, value in controls.items() if name in known},
    }
