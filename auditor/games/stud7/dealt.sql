-- The rows from which dealt.py makes its arrays. Money in ten thousandths; -1: not told.

-- table: seated
-- One row for each seat dealt to, or that acted, in a hand; award: NULL where some amount is not recorded.
WITH dealt AS (
    SELECT hand_key, try_cast(substr(dealt_to, 6) AS BIGINT) AS seat, min(idx) AS first_idx
    FROM log.cards
    WHERE starts_with(dealt_to, 'seat:') AND cancelled IS NOT TRUE
    GROUP BY ALL
),
told AS (
    SELECT hand_key, seat,
        bool_or(type IN ('ante', 'bring_in', 'check', 'bet', 'call', 'raise', 'fold')) AS acted,
        CASE WHEN count(*) FILTER (type = 'stack') = 1
            THEN max(amount * 10000) FILTER (type = 'stack') END AS stack,
        CASE WHEN count(*) FILTER (type = 'stack_after') = 1
            THEN max(amount * 10000) FILTER (type = 'stack_after') END AS stack_after,
        CASE WHEN count(amount) FILTER (type = 'award') = count(*) FILTER (type = 'award')
            THEN coalesce(sum(amount * 10000) FILTER (type = 'award'), 0) END AS award
    FROM log.events
    WHERE hand_key IS NOT NULL AND seat IS NOT NULL
    GROUP BY hand_key, seat
)
SELECT hand_key, seat, d.first_idx, t.stack, t.stack_after,
    CASE WHEN t.seat IS NULL THEN 0 ELSE t.award END AS award
FROM dealt AS d FULL JOIN told AS t USING (hand_key, seat)
WHERE d.first_idx IS NOT NULL OR t.acted

-- table: counted
-- The hands of at most ten seats (dealt.PLACES), all with a number.
SELECT hand_key FROM dealt.seated GROUP BY hand_key
HAVING count(*) <= 10 AND min(seat) >= 0 AND count(*) = count(seat)

-- table: seats
-- One row for each seat of those hands. place: 0 for who was dealt first.
SELECT hand_key, seat,
    row_number() OVER (PARTITION BY hand_key ORDER BY first_idx NULLS LAST, seat) - 1 AS place,
    coalesce(stack::BIGINT, -1) AS stack, coalesce(stack_after::BIGINT, -1) AS stack_after,
    coalesce(award::BIGINT, -1) AS award
FROM dealt.seated SEMI JOIN dealt.counted USING (hand_key)

-- table: hands
-- One row for each of those hands, in order: whether its cards, its actions, its awards are all known.
-- A session with an event of play that names no hand may be missing one in any of its hands.
WITH unsure_card AS (
    SELECT DISTINCT hand_key FROM log.cards
    WHERE cancelled IS NULL AND session_key IN (
        SELECT session_key FROM log.cards WHERE cancelled
        UNION SELECT session_key FROM log.lost_cards
    )
),
stray AS (
    SELECT DISTINCT session_key FROM log.events
    WHERE hand_key IS NULL
        AND (type IN ('ante', 'bring_in', 'check', 'bet', 'call', 'raise', 'fold', 'muck', 'award', 'stack', 'stack_after')
            OR (type = 'show' AND (player_id IS NOT NULL OR seat IS NOT NULL)))
),
kinds AS (
    SELECT hand_key, count(*) FILTER (is_action) AS actions, bool_or(is_action AND seat IS NULL) AS has_seatless_action,
        count(*) FILTER (type = 'award') AS awards, bool_or(type = 'award' AND seat IS NULL) AS has_seatless_award
    FROM (
        SELECT hand_key, type, seat,
            type IN ('ante', 'bring_in', 'check', 'bet', 'call', 'raise', 'fold') AS is_action
        FROM log.events WHERE hand_key IS NOT NULL
    )
    GROUP BY hand_key
)
SELECT h.hand_key, h.cards_complete AND u.hand_key IS NULL AS cards_are_known,
    coalesce(k.actions, 0) > 0 AND h.events_complete AND t.session_key IS NULL
        AND NOT k.has_seatless_action AS actions_are_known,
    coalesce(k.awards, 0) > 0 AND h.events_complete AND t.session_key IS NULL
        AND NOT k.has_seatless_award AS awards_are_known
FROM log.hands AS h
SEMI JOIN dealt.counted USING (hand_key)
LEFT JOIN kinds AS k USING (hand_key)
LEFT JOIN unsure_card AS u USING (hand_key)
LEFT JOIN stray AS t USING (session_key)

-- table: cards
-- One row for each of the first seven cards of a seat: its round from 0, and which it is (0 to 51, -1 not seen).
SELECT * FROM (
    SELECT hand_key, try_cast(substr(dealt_to, 6) AS BIGINT) AS seat, idx,
        row_number() OVER (PARTITION BY hand_key, dealt_to ORDER BY idx) - 1 AS round,
        (strpos('2S 2H 2D 2C 3S 3H 3D 3C 4S 4H 4D 4C 5S 5H 5D 5C 6S 6H 6D 6C 7S 7H 7D 7C 8S 8H 8D 8C '
            || '9S 9H 9D 9C TS TH TD TC JS JH JD JC QS QH QD QC KS KH KD KC AS AH AD AC', card) + 2) // 3 - 1 AS card
    FROM log.cards
    WHERE starts_with(dealt_to, 'seat:') AND cancelled IS NOT TRUE
)
WHERE round < 7 AND seat IS NOT NULL

-- table: amounts
-- One row for each amount of a hand.
SELECT hand_key, (amount * 10000)::BIGINT AS amount FROM log.events
WHERE hand_key IS NOT NULL AND amount > 0
    AND type IN ('ante', 'bring_in', 'bet', 'call', 'raise', 'award', 'stack', 'stack_after')

-- table: actions
-- One row for each action; kind: its place in dealt.ACTIONS.
SELECT event_key, hand_key, seq, coalesce(seat, -1) AS seat, coalesce((amount * 10000)::BIGINT, -1) AS amount,
    list_position(['ante', 'bring_in', 'check', 'bet', 'call', 'raise', 'fold'], type) - 1 AS kind
FROM log.events
WHERE hand_key IS NOT NULL AND type IN ('ante', 'bring_in', 'check', 'bet', 'call', 'raise', 'fold')
