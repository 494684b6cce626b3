-- table: chips_of_player
-- One row for each purchase or cashing of chips: what it adds to its player's chips (negative: takes).
SELECT session_key, player_id, seq, CASE type WHEN 'chips_cashed' THEN -amount ELSE amount END AS added
FROM log.events
WHERE type IN ('chips_bought', 'chips_cashed', 'chips_lent')

-- table: stack_session
-- One row for each session: whether every seat of every hand, none lost, tells its player, and every purchase is there
-- (a log that keeps no purchases shows none) and tells its own.
SELECT s.session_key, s.hands_complete AND s.events_complete AND s.records_chips
    AND bool_and(h.cards_complete) AND coalesce(bool_and(p.player_id IS NOT NULL), true) AND NOT EXISTS (
        SELECT 1 FROM fact.chips_of_player AS c
        WHERE c.session_key = s.session_key AND (c.player_id IS NULL OR c.added IS NULL)
    ) AS players_are_told
FROM log.sessions AS s
JOIN log.hands AS h ON h.session_key = s.session_key
LEFT JOIN fact.stud_seat AS t ON t.hand_key = h.hand_key
LEFT JOIN fact.who_sat AS p ON p.hand_key = t.hand_key AND p.seat = t.seat AND p.players = 1
GROUP BY s.session_key, s.hands_complete, s.events_complete, s.records_chips

-- table: sits_twice
-- The players who acted from two seats in one hand of a session: their chips cannot be followed in it.
SELECT DISTINCT h.session_key, p.player_id
FROM (SELECT hand_key, player_id FROM fact.who_sat WHERE players = 1 GROUP BY ALL HAVING count(*) > 1) AS p
JOIN log.hands AS h USING (hand_key)

-- table: stack_carried
-- One row for each seat that a player took in a hand after another of his: the chips that he should have.
-- stack_expected: those he ended that hand with and what he bought or cashed since, in the session's currency.
-- hands_are_missing: the hand numbers jump between the two (NULL: he played from two seats at once).
WITH numbered AS (
    SELECT hand_key, session_key,
        sum(jump::INTEGER) OVER (PARTITION BY session_key ORDER BY hand_key) AS jumps
    FROM (
        SELECT hand_key, session_key,
            coalesce(hand_no - lag(hand_no) OVER (PARTITION BY session_key ORDER BY hand_key) <> 1, false) AS jump
        FROM log.hands
    )
),
taken AS (
    SELECT s.hand_key, s.seat, n.session_key, p.player_id, o.first_seq,
        lag(s.hand_key) OVER his AS earlier_hand, lag(o.first_seq) OVER his AS earlier_seq,
        lag(s.stack_after) OVER his AS earlier_stack,
        CASE WHEN d.player_id IS NULL THEN n.jumps <> lag(n.jumps) OVER his END AS hands_are_missing
    FROM fact.stud_seat AS s
    JOIN numbered AS n USING (hand_key)
    JOIN fact.stack_session AS t ON t.session_key = n.session_key AND t.players_are_told
    JOIN fact.who_sat AS p ON p.hand_key = s.hand_key AND p.seat = s.seat AND p.players = 1
    LEFT JOIN fact.hand_span AS o ON o.hand_key = s.hand_key
    LEFT JOIN fact.sits_twice AS d ON d.session_key = n.session_key AND d.player_id = p.player_id
    WINDOW his AS (PARTITION BY n.session_key, p.player_id ORDER BY s.hand_key)
)
SELECT t.hand_key, t.seat, any_value(t.hands_are_missing) AS hands_are_missing,
    CASE WHEN any_value(t.first_seq) IS NOT NULL AND any_value(t.earlier_seq) IS NOT NULL
        THEN any_value(t.earlier_stack) + coalesce(sum(c.added), 0) END AS stack_expected
FROM taken AS t
LEFT JOIN fact.chips_of_player AS c ON c.session_key = t.session_key AND c.player_id = t.player_id
    AND c.seq > t.earlier_seq AND c.seq < t.first_seq
WHERE t.earlier_hand IS NOT NULL
GROUP BY t.hand_key, t.seat
