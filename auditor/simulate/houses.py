"""What simulated casinos have declared: a house file for each."""

from __future__ import annotations

from importlib.resources import files


def house_text(game: str, casino_id: str) -> str:
    """Give the house file of a casino: what its game's `house.toml` declares."""
    declared = files(__package__).joinpath(game, "house.toml").read_text("utf-8")
    return f'casino_id = "{casino_id}"\n{declared}'


def house_name(casino_id: str) -> str:
    """Give the name of a casino's house file beside its logs."""
    return f"house-{casino_id}.toml"
