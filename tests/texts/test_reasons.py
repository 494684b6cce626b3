"""Why something failed is told in Spanish too, whoever says it; what a library says is quoted."""

from __future__ import annotations

import errno
import json
import os
import tomllib
from typing import TYPE_CHECKING

import pytest

from auditor.errors import UsageError
from auditor.ingest.ingest import ingest
from auditor.nightly.config import read_config
from auditor.texts import Words
from auditor.texts.reasons import reason_of

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path


def _fault(call: Callable[..., object], *given: object) -> Exception:
    """Give what a call raises."""
    try:
        call(*given)
    except (ValueError, UsageError) as error:
        return error
    raise AssertionError


@pytest.mark.parametrize(
    ("error", "spanish"),
    [
        (OSError(errno.EACCES, "Permission denied", "/x"), "permiso denegado"),
        (OSError(errno.ENOSPC, "No space left on device"), "no queda sitio en el disco"),
        (_fault(json.loads, "{"), "línea 1, columna 2: «Expecting property name"),
        (_fault(tomllib.loads, "a\n"), "línea 1, columna 2: «Expected '='"),
        (_fault(b"a\xff".decode, "utf-8"), "su byte 2 no es texto en UTF-8"),
        (ValueError("Bad magic number"), "«Bad magic number» (en inglés"),
        (TimeoutError(), "no hubo respuesta a tiempo"),
        ("cut short", "«cut short» (en inglés"),
    ],
)
def test_a_reason_is_told_in_spanish(error: BaseException | str, spanish: str) -> None:
    found = reason_of(error)
    assert found.es.startswith(spanish)
    assert "inglés" not in found.en
    assert "«" not in found.en


def test_the_file_that_the_system_refused_is_named_where_that_is_asked() -> None:
    error = OSError(errno.EACCES, "Permission denied", "/x/key.p12")
    assert reason_of(error, names_file=True) == Words(
        "permiso denegado (/x/key.p12)", "permission denied (/x/key.p12)"
    )


@pytest.mark.parametrize("code", [*range(1, 41), 104, 110, 111, 113, 116, 122])
def test_no_code_of_the_system_is_told_in_english_alone(code: int) -> None:
    found = reason_of(OSError(code, os.strerror(code)))
    assert found.es != found.en


def test_a_configuration_that_is_not_there_or_broken_is_told_in_both_languages(
    tmp_path: Path,
) -> None:
    wanting = _fault(read_config, tmp_path / "none.toml")
    (tmp_path / "broken.toml").write_text("store = \n", "utf-8")
    broken = _fault(read_config, tmp_path / "broken.toml")
    assert isinstance(wanting, UsageError)
    assert isinstance(broken, UsageError)
    assert "no existe ese archivo" in wanting.say("es")
    assert "there is no such file" in wanting.say("en")
    assert "línea 1, columna 9" in broken.say("es")


def test_a_log_cut_short_says_so_in_both_languages(tmp_path: Path) -> None:
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "bets.ndjson").write_text('{"bet_id": \n', "utf-8")
    (told,) = ingest([tmp_path / "in"], tmp_path / "store").rejects.to_pylist()
    assert "línea 1, columna 12" in told["reason_es"]
    assert "line 1, column 12" in told["reason_en"]
