-- How long the columns of a session are filled.

-- table: bets_told
-- Each hand with bets: whether any of them has each column.
SELECT session_key, hand_key, bool_or(placed_at IS NOT NULL) AS placed_at, bool_or(payout IS NOT NULL) AS payout
FROM log.bets GROUP BY session_key, hand_key

-- table: cards_told
SELECT session_key, hand_key, bool_or(happened_at IS NOT NULL) AS happened_at, bool_or(side > 0) AS face
FROM chk.cards GROUP BY session_key, hand_key

-- table: rolls_told
SELECT session_key, hand_key, bool_or(happened_at IS NOT NULL) AS happened_at,
    bool_or(shooter_seat IS NOT NULL) AS shooter_seat, bool_or(shooter_id IS NOT NULL) AS shooter_id
FROM log.rolls GROUP BY session_key, hand_key

-- table: fields_filled
-- One row for each session and column: n hands that could have it, those that have, and the last one of these
-- (last: its place among the n, last_key: the hand; NULL for none).
WITH hands AS (
    SELECT *, hand_key - min(hand_key) OVER (PARTITION BY session_key) + 1 AS nth FROM log.hands
),
bets AS (
    SELECT *, row_number() OVER (PARTITION BY session_key ORDER BY hand_key) AS nth FROM chk.bets_told
),
cards AS (
    SELECT *, row_number() OVER (PARTITION BY session_key ORDER BY hand_key) AS nth FROM chk.cards_told
),
rolls AS (
    SELECT *, row_number() OVER (PARTITION BY session_key ORDER BY hand_key) AS nth FROM chk.rolls_told
)
SELECT session_key, count(*) AS n, unnest([
    {field: 'hands.started_at', filled: count(started_at), last: max(nth) FILTER (started_at IS NOT NULL)},
    {field: 'hands.ended_at', filled: count(ended_at), last: max(nth) FILTER (ended_at IS NOT NULL)},
    {field: 'hands.dealer_id', filled: count(dealer_id), last: max(nth) FILTER (dealer_id IS NOT NULL)},
    {field: 'hands.shoe_id', filled: count(shoe_id), last: max(nth) FILTER (shoe_id IS NOT NULL)},
    {field: 'hands.punto_cards', filled: count(punto_cards), last: max(nth) FILTER (punto_cards IS NOT NULL)},
    {field: 'hands.banca_cards', filled: count(banca_cards), last: max(nth) FILTER (banca_cards IS NOT NULL)},
    {field: 'hands.punto_total', filled: count(punto_total), last: max(nth) FILTER (punto_total IS NOT NULL)},
    {field: 'hands.banca_total', filled: count(banca_total), last: max(nth) FILTER (banca_total IS NOT NULL)},
    {field: 'hands.winner', filled: count(winner), last: max(nth) FILTER (winner IS NOT NULL)},
    {field: 'hands.bank_amount', filled: count(bank_amount), last: max(nth) FILTER (bank_amount IS NOT NULL)},
    {field: 'hands.banker_result', filled: count(banker_result), last: max(nth) FILTER (banker_result IS NOT NULL)},
    {field: 'hands.pot', filled: count(pot), last: max(nth) FILTER (pot IS NOT NULL)}
], recursive := true)
FROM hands GROUP BY session_key
UNION ALL
SELECT session_key, count(*) AS n, unnest([
    {field: 'bets.placed_at', filled: count(*) FILTER (placed_at), last: max(nth) FILTER (placed_at)},
    {field: 'bets.payout', filled: count(*) FILTER (payout), last: max(nth) FILTER (payout)}
], recursive := true)
FROM bets GROUP BY session_key
UNION ALL
SELECT session_key, count(*) AS n, unnest([
    {field: 'cards.at', filled: count(*) FILTER (happened_at), last: max(nth) FILTER (happened_at)},
    {field: 'cards.face', filled: count(*) FILTER (face), last: max(nth) FILTER (face)}
], recursive := true)
FROM cards GROUP BY session_key
UNION ALL
SELECT session_key, count(*) AS n, unnest([
    {field: 'rolls.at', filled: count(*) FILTER (happened_at), last: max(nth) FILTER (happened_at)},
    {field: 'rolls.shooter_seat', filled: count(*) FILTER (shooter_seat), last: max(nth) FILTER (shooter_seat)},
    {field: 'rolls.shooter_id', filled: count(*) FILTER (shooter_id), last: max(nth) FILTER (shooter_id)}
], recursive := true)
FROM rolls GROUP BY session_key

-- table: fields_stop
-- One row for each session and column filled somewhere in it.
SELECT s.casino_id, coalesce(s.table_id, '') AS table_id, '' AS part, f.field, s.session_id AS place, f.n, f.filled, f.last
FROM chk.fields_filled AS f JOIN log.sessions AS s USING (session_key)
WHERE f.filled > 0
