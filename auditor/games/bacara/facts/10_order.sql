-- table: session_numbers
-- One row for each session: where its hands and events begin and end, by their numbers.
-- begins_at_one: the first hand is number 1 (or 0, which may be the lost one where one was lost) and the first event number 1 (or 0).
-- records_*: the session keeps that family of events, and has events at all. all_holes: numbers missing in all.
-- last_at: when its last event happened.
-- is_numbered_densely: most numbers of events are there, so that a hole is a record that is missing.
WITH dealt AS (
    SELECT session_key, min(hand_key) AS first_hand_key, max(hand_key) AS last_hand_key,
        arg_min(hand_no, hand_key) AS first_hand_no
    FROM log.hands GROUP BY session_key
),
told AS (
    SELECT session_key, min(event_key) AS first_event_key, min(seq) AS first_seq, count(*) AS events,
        max(seq) - min(seq) + 1 - count(*) AS holes, max(happened_at) AS last_at
    FROM log.events GROUP BY session_key
)
SELECT s.session_key, s.casino_id, s.part_date, s.table_id, s.closed_at,
    s.hands_complete, s.events_complete,
    s.records_deck AND t.session_key IS NOT NULL AS records_deck,
    s.records_seats AND t.session_key IS NOT NULL AS records_seats,
    s.records_bank AND t.session_key IS NOT NULL AS records_bank,
    coalesce(d.first_hand_key, 1) AS first_hand_key, coalesce(d.last_hand_key, 0) AS last_hand_key,
    t.first_event_key, t.first_seq,
    2 * t.holes < t.events AS is_numbered_densely,
    CASE WHEN is_numbered_densely THEN t.holes ELSE 0 END AS all_holes, t.last_at,
    coalesce(d.first_hand_no <= s.hands_complete::INT, true) AND (coalesce(t.first_seq, 1) <= 1 OR NOT is_numbered_densely) AS begins_at_one
FROM log.sessions AS s LEFT JOIN dealt AS d USING (session_key) LEFT JOIN told AS t USING (session_key)

-- table: hand_begun
-- One row for each hand with an event of its play: the first such event (hand_begun_key), by which it had
-- begun, the hand that begins next (NULL: none, or of another session) and the numbers missing by then.
-- A first row, of no hand, stands before all others.
WITH begun AS (
    SELECT session_key, hand_key, min(event_key) AS hand_begun_key, min(seq) AS begun_seq
    FROM log.events
    WHERE hand_key IS NOT NULL AND type NOT LIKE 'bank%' AND type NOT LIKE 'auction%' AND type <> 'partner_joined'
        AND type NOT IN ('show', 'face_down', 'scramble', 'shuffle', 'cut', 'end_cut', 'load_shoe', 'burn')
    GROUP BY session_key, hand_key
    UNION ALL SELECT NULL, NULL, 0, NULL
)
SELECT session_key, hand_key, hand_begun_key, begun_seq,
    lead(session_key) OVER (ORDER BY hand_begun_key) AS next_session_key,
    lead(hand_key) OVER (ORDER BY hand_begun_key) AS next_hand_key
FROM begun

-- table: event_between
-- One row for each event of the deck, the seats or the bank: the hands between which it stands by the
-- numbers of the events: hand_before had begun, hand_after had not. first_hand_key - 1 and
-- last_hand_key + 1 stand for the ends of the session. holes: numbers that are missing before it.
WITH between_hands AS (
    SELECT event_key, session_key, hand_key, type, seq, happened_at
    FROM log.events WHERE type NOT IN ('bets_closed', 'option', 'reveal', 'card_exposed', 'claim')
)
SELECT e.event_key, e.session_key, e.hand_key, e.type, e.happened_at,
    CASE WHEN b.session_key = e.session_key THEN b.hand_key ELSE o.first_hand_key - 1 END AS hand_before,
    CASE WHEN b.next_session_key = e.session_key THEN b.next_hand_key ELSE o.last_hand_key + 1 END AS hand_after,
    CASE WHEN o.is_numbered_densely
        THEN e.seq - o.first_seq - (e.event_key - o.first_event_key) ELSE 0 END AS holes
FROM between_hands AS e
ASOF JOIN fact.hand_begun AS b ON e.event_key >= b.hand_begun_key
JOIN fact.session_numbers AS o ON o.session_key = e.session_key

-- table: event_by_clock
-- One row for each such event that the numbers leave open, where the clock tells: the hand after it.
WITH open_ones AS (
    SELECT event_key, session_key, happened_at, hand_before, hand_after
    FROM fact.event_between
    WHERE hand_key IS NULL AND hand_before + 1 <> hand_after
),
begun AS (
    SELECT e.event_key, e.session_key, e.happened_at, e.hand_before, e.hand_after,
        h.hand_key AS last_begun, h.started_at AS last_begun_at
    FROM open_ones AS e
    ASOF LEFT JOIN log.hands AS h ON h.session_key = e.session_key AND h.started_at <= e.happened_at
)
SELECT b.event_key, coalesce(b.last_begun + 1, o.first_hand_key) AS bears_on
FROM begun AS b JOIN fact.session_numbers AS o USING (session_key)
LEFT JOIN log.hands AS n
    ON n.session_key = b.session_key AND n.hand_key = coalesce(b.last_begun + 1, o.first_hand_key)
WHERE (b.last_begun IS NULL OR b.last_begun_at < b.happened_at)
    AND (n.started_at > b.happened_at OR b.last_begun = o.last_hand_key)
    AND coalesce(b.last_begun + 1, o.first_hand_key) BETWEEN b.hand_before + 1 AND b.hand_after

-- table: event_place
-- One row for each event of the deck, the seats or the bank: the hand that it bears on, i.e. the first
-- one dealt after it (last_hand_key + 1: none was; NULL: the log does not tell). An event that names its
-- hand bears on it, or on the next one where it follows from the play: a loss, a pass, a seat, the cutter.
SELECT e.event_key, e.session_key, e.type, e.holes, e.hand_before,
    CASE WHEN e.hand_key IS NULL AND e.hand_before + 1 = e.hand_after THEN e.hand_after
        WHEN e.hand_key IS NULL THEN c.bears_on
        WHEN e.type IN ('bank_lost', 'bank_passed', 'partner_settled', 'cutter_out') OR e.type LIKE 'seat%'
            OR e.type LIKE 'waitlist%' THEN e.hand_key + 1
        ELSE e.hand_key END AS bears_on
FROM fact.event_between AS e LEFT JOIN fact.event_by_clock AS c USING (event_key)

-- table: session_order
-- The same, with whether the log begins with the session (begins_whole): its numbers do, and nothing tells
-- of what came before. Where others were awarded the bank, the first hand's banker was too; the bank was
-- not lost or passed before that hand; where seats are logged, somebody had sat down.
WITH opening AS (
    SELECT n.session_key, bool_or(p.type = 'bank_awarded') AS tells_awards, bool_or(p.type = 'seat_taken') AS tells_seats,
        bool_or(p.type = 'bank_awarded' AND coalesce(p.bears_on = n.first_hand_key, true)) AS awarded_first,
        bool_or(p.type = 'seat_taken' AND coalesce(p.bears_on = n.first_hand_key, true)) AS somebody_sat,
        bool_or(p.type IN ('bank_lost', 'bank_passed') AND p.bears_on = n.first_hand_key) AS was_held
    FROM fact.session_numbers AS n JOIN fact.event_place AS p USING (session_key)
    WHERE n.first_hand_key <= n.last_hand_key
    GROUP BY n.session_key
)
SELECT n.*, n.begins_at_one AND coalesce((o.awarded_first OR NOT o.tells_awards) AND (o.somebody_sat OR NOT o.tells_seats)
    AND NOT o.was_held, true) AS begins_whole
FROM fact.session_numbers AS n LEFT JOIN opening AS o USING (session_key)

-- table: hand_step
-- One row for each hand beside the one before it in its session (previous; hand_key counts them in order).
-- follows_surely: no hand can have come between the two. is_first: the first of a session that the log
-- has from its beginning. holes: numbers of events that are missing before the hand's deal; next_holes: before the
-- next hand's, or in all.
WITH before_it AS (
    SELECT session_key, bears_on AS hand_key, max(holes) AS holes
    FROM fact.event_place GROUP BY session_key, bears_on
),
numbered AS (
    SELECT h.hand_key, h.session_key, h.hand_no, h.banker_player_id, h.banker_result, h.bank_amount, h.deduction,
        o.hands_complete, o.begins_whole, o.all_holes,
        greatest(b.holes, CASE WHEN o.is_numbered_densely THEN i.begun_seq - i.hand_begun_key - o.first_seq + o.first_event_key ELSE 0 END)
            AS holes
    FROM log.hands AS h JOIN fact.session_order AS o USING (session_key)
    LEFT JOIN before_it AS b ON b.session_key = h.session_key AND b.hand_key = h.hand_key
    LEFT JOIN fact.hand_begun AS i ON i.hand_key = h.hand_key
),
beside AS (
    SELECT hand_key, session_key, hand_no, hands_complete, begins_whole, all_holes,
        lag({'hand_no': hand_no, 'banker_id': banker_player_id, 'banker_result': banker_result, 'bank_amount': bank_amount,
            'deduction': deduction}) OVER in_order AS previous,
        coalesce(max(holes) OVER in_order, 0) AS holes,
        coalesce(max(holes) OVER (in_order ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING), 0) AS previous_holes
    FROM numbered
    WINDOW in_order AS (PARTITION BY session_key ORDER BY hand_key)
)
SELECT hand_key, session_key, previous, holes, previous_holes,
    coalesce(lead(holes) OVER (PARTITION BY session_key ORDER BY hand_key), all_holes) AS next_holes,
    hands_complete AND hand_no = 1 + previous.hand_no AS follows_surely,
    previous IS NULL AND begins_whole AS is_first
FROM beside
