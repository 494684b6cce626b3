"""SQL of a stranger's rule pack: it reads facts, and can neither read, write, load nor reach out.

Two walls stand one behind the other, and each is tried by itself: the check of the pack, which
refuses with file and line, and the engine's own sandbox.
"""

from __future__ import annotations

import json
import os
from hashlib import sha256
from typing import TYPE_CHECKING

import pyarrow as pa
import pytest

from auditor.evaluate.bind import bind_grain
from auditor.evaluate.check import rulebook_faults
from auditor.evaluate.judge import judge
from auditor.evaluate.scope import Governed, make_house, make_parameters, make_scope
from auditor.evaluate.script_functions import FUNCTIONS
from auditor.games.catalog import games
from auditor.replay.facts import empty_replay
from auditor.rulebook.expression import ExpressionFault, parse
from auditor.rulebook.load import load_rulebook
from auditor.sql import EngineError, connect
from tests.rulebook.conftest import NORM, RULE, TEXT

if TYPE_CHECKING:
    from pathlib import Path

    from auditor.rulebook.documents import Fault
    from tests.security.conftest import Loopback, Pack

REFUSED = {
    "a file by its name": "SELECT * FROM 'SECRET'",
    "a file under the name of a WITH entry": (
        'SELECT b.*, z.* FROM (WITH "SECRET" AS (SELECT 1) SELECT 1 AS q) AS z, "SECRET" AS b'
    ),
    "a file in one of our schemas": 'SELECT * FROM fact."SECRET"',
    "a reader of CSV": "SELECT * FROM read_csv('SECRET')",
    "a reader of Parquet": "SELECT * FROM read_parquet('SECRET')",
    "a reader of text": "SELECT content FROM read_text('SECRET')",
    "a reader of bytes": "SELECT content FROM read_blob('SECRET')",
    "a list of files": "SELECT * FROM glob('SECRET')",
    "a reader in a condition": "SELECT 1 AS x WHERE EXISTS (FROM read_csv('SECRET'))",
    "a reader in a column": "SELECT (SELECT max(content) FROM read_text('SECRET')) AS x",
    "a page": "SELECT * FROM 'URL/x.csv'",
    "a page by a reader": "SELECT * FROM read_csv('URL/x.csv')",
    "a query in a text": "SELECT * FROM query('SELECT 1')",
    "a table by its text": "SELECT * FROM query_table('fact.bet')",
    "another database": "SELECT * FROM system.main.pg_class",
    "rows not yet ours": "SELECT * FROM raw.bets",
    "the list of tables": "SELECT * FROM (SHOW ALL TABLES)",
    "what a table is like": "SELECT * FROM (DESCRIBE fact.bet)",
    "the list of settings": "SELECT * FROM duckdb_settings()",
    "the catalogue": "SELECT * FROM information_schema.tables",
    "a variable of the program": "SELECT * FROM pack",
    "a setting": "SELECT current_setting('memory_limit') AS x",
    "the environment": "SELECT getenv('HOME') AS x",
    "who is asking": "SELECT session_user AS x",
    "who is asking, in short": "SELECT user AS x",
    "the clock": "SELECT now() AS x",
    "the clock in capitals": "SELECT NOW() AS x",
    "the clock by another name": "SELECT localtimestamp AS x",
    "the clock within": "SELECT (SELECT current_date) AS x",
    "the clock by an age": "SELECT age(TIMESTAMP '2020-01-01') AS x",
    "the clock in another schema": "SELECT main.now() AS x",
    "chance": "SELECT random() AS x",
    "chance in quotes": 'SELECT "random"() AS x',
    "chance in a lambda": "SELECT list_transform([1], lambda x: random()) AS x",
    "chance by a sample": "SELECT * FROM fact.bet USING SAMPLE 3",
    "chance by an id": "SELECT uuid() AS x",
    "a wait": "SELECT sleep_ms(60000) AS x",
    "a line in the log": "SELECT write_log('x') AS x",
    "a sequence": "SELECT nextval('s') AS x",
    "no end": "WITH RECURSIVE t AS (SELECT 1 AS x UNION ALL SELECT x FROM t) SELECT * FROM t",
    "no end of rows": "SELECT * FROM range(1000000000000)",
    "a text of any length": "SELECT repeat('x', 4000000000) AS x",
    "a list of any length": "SELECT generate_series(1, 4000000000) AS x",
    "padding of any length": "SELECT lpad('x', 4000000000, 'y') AS x",
    "a copy": "COPY fact.bet TO 'SECRET'",
    "a copy after a SELECT": "SELECT 1 AS x; COPY fact.bet TO 'SECRET'",
    "an attached database": "ATTACH 'SECRET'",
    "an extension": "INSTALL httpfs",
    "an extension loaded": "LOAD httpfs",
    "a setting set": "SET threads = 1",
    "a pragma": "PRAGMA database_list",
    "a call": "CALL pragma_version()",
    "a table dropped": "DROP TABLE fact.bet",
    "a table filled": "INSERT INTO fact.bet SELECT * FROM fact.bet",
    "a macro": "CREATE MACRO abs(x) AS 0",
    "a statement ended early": "SELECT 1 AS x); DROP SCHEMA fact CASCADE; SELECT (1",
    "very deep brackets": "SELECT " + "(" * 5000 + "1" + ")" * 5000 + " AS x",
    "very deep SELECTs": "SELECT " + "(SELECT " * 400 + "1" + ")" * 400 + " AS x",
}

MORE_THAN_COMPARED = [
    "(SELECT max(content) FROM read_text('/etc/passwd')) = 'x'",
    "EXISTS (FROM 'http://127.0.0.1/x.csv')",
    "getenv('HOME') = 'x'",
    "current_setting('threads') = 'x'",
    "stake > random()",
    "stake < 1 OR now() > started_at",
    "stake = current_date",
    "len(repeat('x', 1000000000)) > 0",
    "list_sum(range(1000000000)) > 0",
    "stake > 0); DROP SCHEMA fact CASCADE; SELECT (true",
    "stake > 0) FROM read_csv('/etc/passwd') WHERE (true",
    "stake > 0 -- ",
    "stake > 0 /* ",
    "stake > (VALUES (1))",
    "COLUMNS('.*') > 0",
    "$1 = stake",
    "stake > 0 AS x, 1",
    "stake > 0 UNION SELECT true",
    "(" * 90 + "stake" + ")" * 90 + " > random()",
    "\x00",
    "\u017ftake > 0",
]


def _faults(rulebook: Path) -> tuple[Fault, ...]:
    return rulebook_faults(rulebook)[1]


def test_a_script_that_wants_more_than_facts_is_refused_with_file_and_line(
    pack: Pack, loopback: Loopback, tmp_path: Path
) -> None:
    secret = tmp_path / "secret.csv"
    secret.write_text("word\nsesame\n", "utf-8")
    told = [
        sql.replace("SECRET", str(secret)).replace("URL", loopback.url) for sql in REFUSED.values()
    ]
    script = "".join(f"-- table: t{n}\n{sql}\n" for n, sql in enumerate(told))
    faults = _faults(pack({"due.sql": script}))
    lines = {fault.line for fault in faults if fault.path.name == "due.sql"}
    taken = [what for n, what in enumerate(REFUSED) if 2 * n + 1 not in lines]
    assert (taken, loopback.asked, secret.read_text("utf-8")) == ([], [], "word\nsesame\n")
    assert not any("sesame" in fault.en for fault in faults)


def test_a_script_of_facts_alone_is_taken(pack: Pack) -> None:
    sql = "WITH few AS (SELECT * FROM fact.bet) SELECT *, abs(stake) + 1 AS more FROM few"
    assert _faults(pack({"due.sql": f"-- table: bet\n{sql}\n"})) == ()


def test_an_expression_that_does_more_than_compare_is_refused_with_file_and_line(
    pack: Pack,
) -> None:
    rules = "".join(RULE.format(id="DAD-1", require=json.dumps(sql)) for sql in MORE_THAN_COMPARED)
    lines = {fault.line for fault in _faults(pack({"rules.yaml": rules}))}
    each = RULE.count("\n")
    assert [sql for n, sql in enumerate(MORE_THAN_COMPARED) if each * n + 7 not in lines] == []


def test_every_expression_of_a_rule_is_held_to_the_list(pack: Pack) -> None:
    rule = RULE.format(id="DAD-1", require="stake > 0").splitlines()
    written, wanted = [], []
    for key in ("when", "require", "expected", "observed", "at_stake", "cause"):
        own = [line for line in rule if not line.startswith(f"  {key}:")]
        written += [*own, f"  {key}: \"''); DROP SCHEMA fact CASCADE; --\""]
        wanted.append(len(written))
    faults = _faults(pack({"rules.yaml": "\n".join(written)}))
    assert {*wanted} - {fault.line for fault in faults} == set()


@pytest.mark.parametrize("key", ["readings", "at_stake"])
@pytest.mark.parametrize("at", [0, 1])
def test_so_is_every_reading_of_a_rule_and_what_is_at_stake_by_it(
    pack: Pack, key: str, at: int
) -> None:
    evil = "stake > 0); DROP SCHEMA fact; --"
    with pytest.raises(ExpressionFault) as told:
        parse(evil)
    parts = {"readings": ["stake > 0", "stake > 1"], "at_stake": ["stake", "stake"]}
    parts[key][at] = evil
    lines = [
        f"  {name}: {{a: {json.dumps(one)}, b: {json.dumps(two)}}}\n"
        for name, (one, two) in parts.items()
    ]
    rule = RULE.format(id="DAD-1", require="true").replace("  require: true\n", "".join(lines))
    norm = NORM.replace("SHA256", sha256(TEXT.encode()).hexdigest())
    norm += "readings:\n  a: {es: a, en: a}\n  b: {es: b, en: b}\n"
    faults = _faults(pack({"rules.yaml": rule, "norm.yaml": norm}))
    assert f"DAD-1, {key}: {told.value.en}" in {fault.en for fault in faults}


def test_to_whom_money_is_owed_is_a_word_and_only_ever_quoted(pack: Pack) -> None:
    rule = (
        RULE.format(id="DAD-1", require="stake > 0") + '  owed_to: "x\'); DROP SCHEMA fact; --"\n'
    )
    rulebook = pack({"rules.yaml": rule + RULE.format(id="DAD-3", require="stake > 0")})
    assert _faults(rulebook) == ()
    (norm,) = load_rulebook(rulebook).norms
    connection = empty_replay(games()["bling_bling"])
    make_house(connection, ())
    make_scope(connection, norm, governed=Governed(frozenset()))
    make_parameters(connection, norm)
    bound = bind_grain(connection, norm, game="bling_bling", grain="bet", fault=lambda *_: None)
    assert judge(connection, bound, adopted={}).not_run == ()


@pytest.mark.parametrize(
    "sql",
    [
        "SELECT * FROM 'OUT/secret.csv'",
        "SELECT * FROM read_text('OUT/secret.csv')",
        "SELECT * FROM glob('/*')",
        "SELECT * FROM read_text('IN/../secret.csv')",
        "SELECT * FROM read_text('IN/link.csv')",
        "COPY (SELECT 1) TO 'OUT/new.csv'",
        "EXPORT DATABASE 'OUT/all'",
        "ATTACH 'OUT/new.duckdb'",
        "INSTALL httpfs",
        "LOAD httpfs",
        "LOAD 'IN/evil.duckdb_extension'",
        "SELECT * FROM 'URL/x.csv'",
        "SELECT * FROM read_parquet('s3://bucket/x.parquet')",
        "CREATE SECRET (TYPE http)",
        "SET enable_external_access = true",
        "SET allowed_directories = ['/']",
        "RESET lock_configuration",
        "SET python_enable_replacements = true",
        "PRAGMA enable_profiling",
        "CALL enable_logging()",
        "SELECT getenv('HOME')",
        "SELECT * FROM of_the_program",
    ],
)
def test_the_engine_itself_refuses_what_the_check_would_have_let_by(
    loopback: Loopback, *, tmp_path: Path, sql: str
) -> None:
    of_the_program = pa.table({"word": ["sesame"]})
    inside = tmp_path / "in"
    inside.mkdir()
    (tmp_path / "secret.csv").write_text("word\nsesame\n", "utf-8")
    (inside / "link.csv").symlink_to(tmp_path / "secret.csv")
    before = sorted(tmp_path.rglob("*"))
    told = sql.replace("OUT", str(tmp_path)).replace("IN", str(inside)).replace("URL", loopback.url)
    connection = connect(allowed=[inside], threads=1)
    with pytest.raises(EngineError):
        connection.execute(told).fetchall()
    assert (sorted(tmp_path.rglob("*")), loopback.asked) == (before, [])
    assert of_the_program.num_rows == 1


def test_rows_that_would_fill_the_memory_end_at_its_bound() -> None:
    connection = connect(threads=1, memory="100MB")
    rows = "(SELECT unnest(range(1000)) AS n)"
    sql = f"SELECT length(string_agg(repeat('x', 1000000), '')) FROM {rows}"
    with pytest.raises(EngineError, match="Out of Memory"):
        connection.execute(sql).fetchall()


def test_no_function_of_the_list_is_of_chance_or_has_effects() -> None:
    rows = connect(threads=1).sql(
        "SELECT function_name, stability FROM duckdb_functions() WHERE function_type <> 'table'"
    )
    unsteady = {str(name) for name, stability in rows.fetchall() if stability == "VOLATILE"}
    assert (unsteady & FUNCTIONS, "random" in unsteady) == (set(), True)


def test_the_environment_does_not_reach_a_rule(pack: Pack, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(os.environ, "STAKE", "sesame")
    sql = "SELECT '$STAKE' AS a, '${STAKE}' AS b, '{{ STAKE }}' AS c"
    assert _faults(pack({"due.sql": f"-- table: more\n{sql}\n"})) == ()
    assert connect(threads=1).sql(sql).fetchall() == [("$STAKE", "${STAKE}", "{{ STAKE }}")]
