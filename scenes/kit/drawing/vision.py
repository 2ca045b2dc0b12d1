"""Colours as they look to eyes without one of the three kinds of cones.

The matrices are those of G. M. Machado, M. M. Oliveira and L. A. F. Fernandes, "A Physiologically-based Model for
Simulation of Color Vision Deficiency", IEEE Transactions on Visualization and Computer Graphics 15(6), 2009, for the
severity 1.0. They are applied to linear light; the curve between that and "#RRGGBB" is that of sRGB (IEC 61966-2-1).
"""

from __future__ import annotations

from scenes.kit.drawing.theme import rgb

Row = tuple[float, float, float]

MATRICES: dict[str, tuple[Row, Row, Row]] = {
    "protanopia": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deuteranopia": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritanopia": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}


def seen_with(deficiency: str, color: str) -> str:
    """ "#RRGGBB" as it looks with one of MATRICES."""
    light = [_to_light(value / 255) for value in rgb(color)]
    seen = [sum(factor * part for factor, part in zip(row, light, strict=True)) for row in MATRICES[deficiency]]
    return "#" + "".join(f"{round(255 * _from_light(min(1.0, max(0.0, part)))):02X}" for part in seen)


def _to_light(value: float) -> float:
    return value / 12.92 if value <= 0.04045 else float(((value + 0.055) / 1.055) ** 2.4)


def _from_light(value: float) -> float:
    return value * 12.92 if value <= 0.0031308 else float(1.055 * value ** (1 / 2.4) - 0.055)
