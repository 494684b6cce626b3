-- The log of one game in a batch, keyed by integers. `{…}` is filled in by logs.py.

-- table: session_rows
-- One row for each session of the game. An undated session has gaming_date NULL.
SELECT row_number() OVER (ORDER BY casino_id, part_date, session_id) AS session_key,
    casino_id, part_date, nullif(part_date, DATE '0001-01-01') AS gaming_date,
    r.session_id, {sessions}
FROM raw.sessions AS r
WHERE r.game = {game}

-- table: shoe_rows
SELECT row_number() OVER (ORDER BY s.session_key, r.shoe_no, r.shoe_id) AS shoe_key,
    s.session_key, s.casino_id, s.part_date, {shoes}
FROM raw.shoes AS r
JOIN log.session_rows AS s USING (casino_id, part_date, session_id)

-- table: numbered_again
-- The sessions in which the number of a hand comes twice (are_timed: each hand has a start of its own).
SELECT s.session_key, count(*) = count(DISTINCT r.started_at) AS are_timed
FROM raw.hands AS r JOIN log.session_rows AS s USING (casino_id, part_date, session_id)
GROUP BY s.session_key HAVING count(DISTINCT r.hand_no) < count(*)

-- table: hand_rows
-- Numbered as they come out of the sort: a window that sorts by itself costs twice as much. Hands
-- follow one another by their numbers; where these begin again, by their starts.
SELECT row_number() OVER () AS hand_key, sorted.*
FROM (
    SELECT s.session_key, z.shoe_key, s.casino_id, s.part_date, r.shoe_id, {hands}
    FROM raw.hands AS r
    JOIN log.session_rows AS s USING (casino_id, part_date, session_id)
    LEFT JOIN log.shoe_rows AS z ON z.session_key = s.session_key AND z.shoe_id = r.shoe_id
    LEFT JOIN log.numbered_again AS a ON a.session_key = s.session_key AND a.are_timed
    ORDER BY s.session_key, CASE WHEN a.are_timed THEN r.started_at END, r.hand_no, r.hand_id
) AS sorted

-- table: rolls
-- Numbered as they come out of the sort.
SELECT row_number() OVER () AS roll_key, sorted.*
FROM (
    SELECT h.hand_key, h.session_key, {rolls}
    FROM raw.rolls AS r
    JOIN log.hand_rows AS h USING (casino_id, part_date, hand_id)
    ORDER BY h.hand_key, r.seq, r.roll_id
) AS sorted

-- table: bet_rows
SELECT h.hand_key, h.session_key, {bets}
FROM raw.bets AS r
JOIN log.hand_rows AS h USING (casino_id, part_date, hand_id)

-- table: boards
SELECT row_number() OVER (ORDER BY s.session_key, r.number, r.board_id) AS board_key,
    s.session_key, {boards}
FROM raw.boards AS r
JOIN log.session_rows AS s USING (casino_id, part_date, session_id)

-- table: bare
-- One row for each session and table, of those without which its game is not played, of which it has
-- no row at all: that nothing is there shows nothing, for it may not have come yet. And one for the
-- hands of each session whose order is not known: which of them follow one another shows nothing either.
SELECT s.session_key, c.child
FROM log.session_rows AS s CROSS JOIN (VALUES {essential}) AS c(child)
ANTI JOIN (
    SELECT 'hands' AS child, session_key FROM log.hand_rows
    UNION ALL SELECT 'bets', session_key FROM log.bet_rows
    UNION ALL SELECT 'rolls', session_key FROM log.rolls
    UNION ALL SELECT 'boards', session_key FROM log.boards
) AS k ON k.child = c.child AND k.session_key = s.session_key
UNION ALL SELECT session_key, 'hands' FROM log.numbered_again WHERE NOT are_timed

-- table: lost
-- One row for each scope that a rejected record may have belonged to: the narrowest of hand, shoe
-- and session that can still be read from it, else every session that its source has rows of, on the
-- casino and day that can be read. What belongs to a session of another game is none of this one's.
-- One that names a session, and a hand or shoe of another one, may have belonged to either, there to any hand.
-- And one for each table that a session lacks: of that too anything may be missing.
WITH kept AS (
    SELECT casino_id, part_date, session_id, source_sha256 FROM raw.sessions
    UNION ALL SELECT casino_id, part_date, session_id, source_sha256 FROM raw.shoes
    UNION ALL SELECT casino_id, part_date, session_id, source_sha256 FROM raw.events
    UNION ALL SELECT casino_id, part_date, session_id, source_sha256 FROM raw.boards
    UNION ALL SELECT casino_id, part_date, session_id, source_sha256 FROM raw.hands
    UNION ALL SELECT h.casino_id, h.part_date, h.session_id, r.source_sha256
        FROM raw.bets AS r JOIN raw.hands AS h USING (casino_id, part_date, hand_id)
    UNION ALL SELECT h.casino_id, h.part_date, h.session_id, r.source_sha256
        FROM raw.rolls AS r JOIN raw.hands AS h USING (casino_id, part_date, hand_id)
    UNION ALL SELECT h.casino_id, h.part_date, h.session_id, r.source_sha256
        FROM raw.cards AS r JOIN raw.hands AS h USING (casino_id, part_date, hand_id)
),
by_source AS (
    SELECT DISTINCT s.session_key, s.casino_id, s.part_date, k.source_sha256
    FROM kept AS k
    JOIN log.session_rows AS s USING (casino_id, part_date, session_id)
    WHERE k.source_sha256 IN (SELECT source_sha256 FROM raw.lost)
),
located AS (
    SELECT r."table" AS child, r.source_sha256, r.hand_id IS NOT NULL AS names_hand, h.hand_key,
        coalesce(h.shoe_key, z.shoe_key) AS shoe_key,
        coalesce(h.session_key, z.session_key, s.session_key) AS session_key, s.session_key AS told_key,
        r.casino_id, r.gaming_date,
        EXISTS (
            SELECT 1 FROM raw.sessions AS o
            WHERE o.game <> {game} AND o.session_id = r.session_id
                AND o.casino_id = coalesce(r.casino_id, o.casino_id)
                AND o.part_date = coalesce(r.gaming_date, o.part_date)
        ) OR EXISTS (
            SELECT 1 FROM raw.hands AS c JOIN raw.sessions AS o USING (casino_id, part_date, session_id)
            WHERE o.game <> {game} AND c.hand_id = r.hand_id
                AND c.casino_id = coalesce(r.casino_id, c.casino_id)
                AND c.part_date = coalesce(r.gaming_date, c.part_date)
        ) AS is_of_another_game
    FROM raw.lost AS r
    LEFT JOIN log.hand_rows AS h ON h.hand_id = r.hand_id
        AND h.casino_id = coalesce(r.casino_id, h.casino_id)
        AND (r.gaming_date IS NULL OR h.part_date = r.gaming_date)
    LEFT JOIN log.shoe_rows AS z ON z.shoe_id = r.shoe_id
        AND z.casino_id = coalesce(r.casino_id, z.casino_id)
        AND (r.gaming_date IS NULL OR z.part_date = r.gaming_date)
    LEFT JOIN log.session_rows AS s ON s.session_id = r.session_id
        AND s.casino_id = coalesce(r.casino_id, s.casino_id)
        AND (r.gaming_date IS NULL OR s.part_date = r.gaming_date)
)
SELECT l.child, l.names_hand, l.hand_key, l.shoe_key,
    coalesce(l.session_key, b.session_key) AS session_key
FROM located AS l
LEFT JOIN by_source AS b ON l.session_key IS NULL AND NOT l.is_of_another_game
    AND b.source_sha256 = l.source_sha256
    AND b.casino_id = coalesce(l.casino_id, b.casino_id)
    AND b.part_date = coalesce(l.gaming_date, b.part_date)
WHERE coalesce(l.session_key, b.session_key) IS NOT NULL
UNION ALL SELECT child, false, NULL, NULL, told_key FROM located WHERE told_key <> session_key
UNION ALL SELECT child, false, NULL, NULL, session_key FROM log.bare

-- table: lost_cards
-- The sessions that may have lost a card of a hand that is there, or of one that was lost too. (One that
-- names no hand leaves none of them complete.)
SELECT DISTINCT session_key
FROM log.lost
WHERE child = 'cards'
    AND (hand_key IS NOT NULL OR session_key IN (SELECT session_key FROM log.lost WHERE child = 'hands'))

-- table: shoes
-- The shoes with `<table>_complete`: nothing was lost that may have been of the shoe.
SELECT z.*, {shoes_complete}
FROM log.shoe_rows AS z
LEFT JOIN (
    SELECT z.shoe_key, list(l.child) AS lost
    FROM log.shoe_rows AS z JOIN log.lost AS l USING (session_key)
    WHERE l.shoe_key IS NULL OR l.shoe_key = z.shoe_key
    GROUP BY z.shoe_key
) AS x USING (shoe_key)

-- table: hands
-- The hands with `<table>_complete`: nothing was lost that may have been of the hand (a record that
-- names a hand which is not there is of that hand, and of no other).
SELECT h.*, {hands_complete}
FROM log.hand_rows AS h
LEFT JOIN (
    SELECT h.hand_key, list(l.child) AS lost
    FROM log.hand_rows AS h JOIN log.lost AS l USING (session_key)
    WHERE CASE WHEN l.names_hand THEN l.hand_key = h.hand_key
        ELSE l.shoe_key IS NULL OR l.shoe_key = h.shoe_key END
    GROUP BY h.hand_key
) AS x USING (hand_key)

-- view: cards
SELECT h.hand_key, h.shoe_key, h.session_key, {cards}
FROM raw.cards AS r
JOIN log.hand_rows AS h USING (casino_id, part_date, hand_id)

-- view: bets
-- Numbered by the place where they are kept, in no order: a window costs a fifth more.
SELECT rowid AS bet_key, * FROM log.bet_rows

-- table: events
-- In bridge an event's hand_id is its board's: board_key. Numbered as they come out of the sort.
SELECT row_number() OVER () AS event_key, sorted.*
FROM (
    SELECT s.session_key, h.hand_key, z.shoe_key, b.board_key, r.hand_id, r.shoe_id, {events}
    FROM raw.events AS r
    JOIN log.session_rows AS s USING (casino_id, part_date, session_id)
    LEFT JOIN log.hand_rows AS h ON h.session_key = s.session_key AND h.hand_id = r.hand_id
    LEFT JOIN log.shoe_rows AS z ON z.session_key = s.session_key AND z.shoe_id = r.shoe_id
    LEFT JOIN log.boards AS b ON b.session_key = s.session_key AND b.board_id = r.hand_id
    ORDER BY s.session_key, r.seq
) AS sorted

-- table: families
-- One row for each session: records_<family>, whether it names or has that family of events.
WITH seen AS (
    SELECT DISTINCT session_key, type, player_id IS NOT NULL OR seat IS NOT NULL AS by_player
    FROM log.events
)
SELECT s.session_key, {families}
FROM log.session_rows AS s
LEFT JOIN seen AS e USING (session_key)
GROUP BY s.session_key

-- table: sessions
-- The sessions with their families, and `<table>_complete`: nothing of it was lost in the session.
SELECT s.*, f.* EXCLUDE (session_key), {sessions_complete}
FROM log.session_rows AS s
JOIN log.families AS f USING (session_key)
LEFT JOIN (
    SELECT session_key, list(child) AS lost FROM log.lost GROUP BY session_key
) AS x USING (session_key)
