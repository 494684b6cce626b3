-- table: bank_changed
-- One row for each time that a total is told for the bank: awarded, raised, lowered.
SELECT e.event_key, e.session_key, e.type, e.amount, e.player_id, p.bears_on, p.holes
FROM log.events AS e JOIN fact.event_place AS p USING (event_key)
WHERE e.type IN ('bank_awarded', 'bank_raised', 'bank_lowered')

-- table: award_of_hand
-- One row for each hand before which the bank was awarded: the last such award.
SELECT session_key, bears_on AS hand_key, max({'event_key': event_key, 'amount': amount, 'player_id': player_id,
    'seat': seat, 'is_seated': is_seated, 'by_auction': by_auction, 'step_key': step_key, 'holes': holes}) AS award
FROM fact.bank_step
WHERE type = 'bank_awarded'
GROUP BY session_key, bears_on

-- table: raise_of_hand
-- One row for each hand before which the bank was raised or lowered: the last total told.
SELECT session_key, bears_on AS hand_key, max({'event_key': event_key, 'amount': amount})
        FILTER (type = 'bank_raised') AS raised
FROM fact.bank_changed
GROUP BY session_key, bears_on

-- table: partner_paid
-- The hands before which a partner's share was settled; hand_key NULL: it is not told before which.
SELECT DISTINCT p.session_key, p.bears_on AS hand_key
FROM fact.event_place AS p WHERE p.type = 'partner_settled'

-- table: unplaced_awards
-- The sessions with an award of which it is not told before which hand it was made.
SELECT DISTINCT session_key FROM fact.bank_changed WHERE bears_on IS NULL

-- table: hand_bank
-- One row for each hand: the award under which it was dealt (NULL: none is told), whether it is the first
-- under it, and how many hands its banker lost before under it.
WITH beside AS (
    SELECT h.hand_key, h.session_key, a.award, h.banker_result < 0 AS was_lost, s.holes, s.follows_surely, s.is_first,
        last_value(CASE WHEN a.award IS NOT NULL THEN h.hand_key END IGNORE NULLS) OVER in_order AS award_hand_key,
        last_value(a.award IGNORE NULLS) OVER in_order AS award_in_force
    FROM log.hands AS h JOIN fact.hand_step AS s USING (hand_key)
    LEFT JOIN fact.award_of_hand AS a ON a.session_key = h.session_key AND a.hand_key = h.hand_key
    WINDOW in_order AS (PARTITION BY h.session_key ORDER BY h.hand_key)
)
SELECT hand_key, session_key, award_in_force AS award, hand_key = award_hand_key AS is_first_under_award,
    award_in_force.holes = holes AS is_whole,
    count(*) FILTER (was_lost) OVER earlier AS lost_before,
    count(*) FILTER (was_lost IS NULL) OVER earlier AS unsettled_before,
    coalesce(bool_and(follows_surely) OVER (PARTITION BY session_key, award_hand_key ORDER BY hand_key
        ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW), is_first) AS follows_surely
FROM beside
WINDOW earlier AS (PARTITION BY session_key, award_hand_key ORDER BY hand_key
    ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING)

-- table: hand_amount
-- One row for each hand: the bank as it was adjudged, and as it had grown by the play before (with what
-- was raised since); NULL where the log does not tell. bank_is_followed: the hand was dealt under an award
-- to its banker and he had not lost since; bank_is_followed is NULL where that cannot be told.
SELECT b.hand_key,
    CASE WHEN NOT (s.records_bank AND s.events_complete AND s.hands_complete) OR u.session_key IS NOT NULL OR NOT b.is_whole THEN NULL
        WHEN b.award IS NULL THEN false
        WHEN b.lost_before > 0 OR p.hand_key IS NOT NULL THEN false
        WHEN coalesce(b.award.player_id <> h.banker_player_id, b.award.seat <> h.banker_seat) THEN false
        WHEN b.unsettled_before = 0 AND b.follows_surely
            AND coalesce(b.award.player_id = h.banker_player_id, b.award.seat = h.banker_seat) THEN true
        END AS bank_is_followed,
    b.award.amount AS bank_adjudged,
    CASE WHEN r.raised IS NOT NULL AND r.raised.amount IS NULL THEN NULL
        WHEN b.is_first_under_award THEN greatest(b.award.amount, r.raised.amount)
        WHEN n.previous.bank_amount + n.previous.banker_result - n.previous.deduction IS NULL THEN NULL
        ELSE greatest(n.previous.bank_amount + n.previous.banker_result - n.previous.deduction, r.raised.amount)
        END AS bank_grown
FROM fact.hand_bank AS b
JOIN log.hands AS h USING (hand_key)
JOIN fact.hand_step AS n USING (hand_key)
JOIN fact.session_order AS s ON s.session_key = b.session_key
LEFT JOIN fact.unplaced_awards AS u ON u.session_key = b.session_key
LEFT JOIN fact.partner_paid AS p ON p.session_key = b.session_key AND p.hand_key = b.hand_key
LEFT JOIN fact.raise_of_hand AS r ON r.session_key = b.session_key AND r.hand_key = b.hand_key

-- table: bank_total
-- One row for each raising or lowering of the bank: the total before it and the total adjudged (NULL where
-- the log does not tell; told for no purpose where bank_is_kept is not known), and whether the bank was his still (no hand lost since the award).
WITH beside AS (
    SELECT event_key, session_key, type, bears_on, holes,
        lag({'amount': amount, 'bears_on': bears_on}) OVER in_order AS before,
        last_value(CASE WHEN type = 'bank_awarded' THEN {'amount': amount, 'bears_on': bears_on, 'holes': holes,
            'player_id': player_id} END IGNORE NULLS) OVER in_order AS award
    FROM fact.bank_changed
    WINDOW in_order AS (PARTITION BY session_key ORDER BY event_key)
)
SELECT b.event_key, b.award.amount AS bank_adjudged,
    CASE WHEN b.before.bears_on = b.bears_on THEN b.before.amount
        WHEN b.before.bears_on IS NOT NULL THEN h.bank_amount + h.banker_result - h.deduction END AS bank_before,
    CASE WHEN NOT (o.events_complete AND o.hands_complete) OR b.award.holes <> b.holes THEN NULL WHEN b.award IS NULL THEN false
        WHEN b.award.bears_on = b.bears_on THEN true
        WHEN b.award.player_id <> h.banker_player_id THEN false
        ELSE m.lost_before + (h.banker_result < 0)::INT = 0 END AS bank_is_kept
FROM beside AS b JOIN fact.session_numbers AS o USING (session_key)
LEFT JOIN log.hands AS h ON h.session_key = b.session_key AND h.hand_key = b.bears_on - 1
LEFT JOIN fact.hand_bank AS m ON m.session_key = b.session_key AND m.hand_key = b.bears_on - 1
WHERE b.type <> 'bank_awarded'
