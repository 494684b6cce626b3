"""The configuration of the nightly run is read strictly, and the one to copy is right."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import pytest

from auditor.errors import UsageError
from auditor.nightly.config import Opening, read_config

LEAST = 'store = "s"\nout = "o"\n[casinos.X]\ninbox = "in"\n'


def _written(folder: Path, text: str) -> Path:
    path = folder / "nightly.toml"
    path.write_text(text, "utf-8")
    return path


def test_the_one_to_copy_says_all_that_it_explains(repository: Path) -> None:
    config = read_config(repository / "deploy" / "nightly.toml")
    (inbox,) = config.inboxes
    assert (inbox.casino_id, inbox.address) == ("LIM-01", "/srv/auditor/inbox/lim-01")
    assert inbox.openings == (
        Opening(("BAC-1", "BLB-2"), date(2026, 1, 1), None, (date(2026, 12, 24),)),
    )
    assert (config.settle_seconds, config.video_days) == (60, 15)


def test_the_service_may_write_where_it_works_and_where_the_one_to_copy_says(
    repository: Path,
) -> None:
    unit = (repository / "deploy" / "auditor-nightly.service").read_text("utf-8")
    told = dict(line.split("=", 1) for line in unit.splitlines() if "=" in line[1:])
    config = read_config(repository / "deploy" / "nightly.toml")
    works = Path(told["WorkingDirectory"])  # the engine's room beside its memory is .tmp of it
    for path in (works, config.store, config.out, config.work):
        assert path.is_relative_to(told["ReadWritePaths"])


def test_paths_are_taken_from_the_folder_of_the_file(tmp_path: Path) -> None:
    config = read_config(_written(tmp_path, LEAST))
    assert (config.store, config.out) == (tmp_path / "s", tmp_path / "o")
    assert config.work == tmp_path / "s.work"
    assert Path(config.inboxes[0].address) == tmp_path / "in"


@pytest.mark.parametrize(
    ("text", "named"),
    [
        (f"settle = 5\n{LEAST}", "settle"),
        (f"{LEAST}inboxes = 3\n", "casinos.X.inboxes"),
        ('store = "s"\nout = "o"\n', "casinos"),
        (f'{LEAST}[[casinos.X.open]]\ntables = ["A"]\n', "casinos.X.open.from"),
        (f'strict = "yes"\n{LEAST}', "strict"),
        (LEAST.replace('"o"', '"s"'), "«store».*«out»"),
        (LEAST.replace('"o"', '"s/reports"'), "«out».*«store»"),
        (f'work = "o/../s"\n{LEAST}', "«store».*«work»"),
        (f'formats = ["pdff"]\n{LEAST}', "formats.*pdff"),
        (f"video_days = 36501\n{LEAST}", "video_days"),
        (f"settle_seconds = 3601\n{LEAST}", "settle_seconds"),
        (LEAST.replace("X", '""'), "casinos"),
        (LEAST.replace("X", '"a\\u202eb"'), "no signs that"),
        (LEAST.replace("X", "x" * 61), "xxx"),
        (LEAST.replace('"s"', '"s\\u0000"'), "store.*null"),
        (LEAST.replace('"in"', '"s3://a\\u0000"'), "casinos.X.inbox.*null"),
        (f'{LEAST}house = "h\\u0000"\n', "casinos.X.house.*null"),
        (f"{LEAST}[[casinos.X.open]]\nfrom = 2026-01-01\n", "casinos.X.open.tables"),
        (f'{LEAST}[[casinos.X.open]]\nfrom = 2026-01-01\ntables = ["A", ""]\n', "open.tables"),
        (f"{LEAST}[casinos.Y]\nlong = {'9' * 5000}\n", "TOML"),
        (f'{LEAST}[casinos.X.open]\nfrom = 2026-01-02\nto = 2026-01-01\ntables = ["A"]\n', "to"),
        (f'{LEAST}[casinos.Y]\ninbox = "in"\n', "casinos.Y.inbox.*casinos.X.inbox"),
    ],
)
def test_what_is_not_right_is_named(tmp_path: Path, text: str, named: str) -> None:
    with pytest.raises(UsageError, match=named):
        read_config(_written(tmp_path, text))


def test_a_table_is_open_between_its_days_but_for_those_when_it_was_closed() -> None:
    opening = Opening(("A",), date(2026, 1, 2), date(2026, 1, 4), (date(2026, 1, 3),))
    days = [date(2026, 1, day) for day in range(1, 6)]
    assert [opening.holds(day) for day in days] == [False, True, False, True, False]
