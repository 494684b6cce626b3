-- table: bank_habit
-- One row for each session with events of the bank: whether it tells postures.
SELECT session_key, bool_or(posture IS NOT NULL) AS tells_posture
FROM log.events
WHERE type LIKE 'bank%' OR type LIKE 'auction%'
GROUP BY session_key

-- table: bank_said
-- One row for each event by which the bank changes hands, in order: who is meant, whether he is seated
-- (NULL: not told), and how many times the bank had been awarded before in the session.
SELECT e.event_key, e.session_key, e.type, e.seat, e.player_id, e.amount, p.bears_on, p.holes, p.hand_before,
    CASE WHEN e.posture IS NOT NULL THEN e.posture = 'seated'
        WHEN NOT b.tells_posture AND e.seat IS NOT NULL THEN true END AS is_seated,
    s.taken, s.known,
    count(*) FILTER (e.type = 'bank_awarded') OVER (PARTITION BY e.session_key ORDER BY e.event_key
        ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS awards_before
FROM log.events AS e JOIN fact.event_place AS p USING (event_key)
JOIN fact.bank_habit AS b ON b.session_key = e.session_key JOIN fact.seats_at AS s ON s.event_key = e.event_key
WHERE e.type IN ('bank_offered', 'bank_refused', 'bank_absent', 'bank_awarded', 'bank_passed', 'bank_lost',
    'bank_declined', 'auction_opened', 'auction_bid', 'auction_won')

-- table: bank_move
-- The same, beside what went before in the same vacancy: the events between two awards that bear on the
-- same hand. is_step: here the bank comes to someone: an offer, or an answer or award without one.
-- by_auction: an auction was opened or won before. seat_bit: the seat of him who is meant as a bit (seat N is
-- bit N; NULL: he stands, or it is not told).
WITH beside AS (
    SELECT *, CASE WHEN is_seated AND seat BETWEEN 1 AND 60 THEN 1::BIGINT << seat END AS seat_bit,
        lag({'type': type, 'player_id': player_id, 'seat': seat}) OVER in_vacancy AS before,
        coalesce(bool_or(type LIKE 'auction%') OVER (in_vacancy ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING), false)
            AS by_auction
    FROM fact.bank_said
    WINDOW in_vacancy AS (PARTITION BY session_key, awards_before, bears_on ORDER BY event_key)
),
answers AS (
    SELECT *, coalesce(before.type IN ('bank_offered', 'bank_refused', 'bank_absent'), false) AS has_offer_before
    FROM beside
)
SELECT * EXCLUDE (before, has_offer_before),
    NOT by_auction AND CASE
        WHEN type = 'bank_offered' THEN NOT coalesce(has_offer_before AND before.player_id = player_id
            AND coalesce(before.seat = seat, true), false)
        WHEN type IN ('bank_refused', 'bank_absent', 'bank_awarded') THEN NOT (has_offer_before
            AND coalesce(before.player_id = player_id, true) AND coalesce(before.seat = seat, true))
        ELSE false END AS is_step
FROM answers

-- table: bank_step
-- The same, with where the bank had come before in the vacancy. came_before: the seat of the last step
-- of a seated player (a row whose seat is NULL: not told; NULL: there was none). offered_seats: bits of
-- the seats to which it had come; taken_at_first: the seats taken when the vacancy's first event fell.
-- step_key: the last step up to here. steps_before, blind_steps: of all steps before, and of those that do not tell their seat.
SELECT *,
    last_value(CASE WHEN is_step AND is_seated IS NOT FALSE
        THEN {'seat': CASE WHEN is_seated THEN seat END} END IGNORE NULLS) OVER earlier AS came_before,
    coalesce(bit_or(CASE WHEN is_step THEN seat_bit END) OVER earlier, 0) AS offered_seats,
    max(CASE WHEN is_step THEN event_key END) OVER in_vacancy AS step_key,
    count(*) FILTER (is_step) OVER earlier AS steps_before,
    count(*) FILTER (is_step AND (is_seated IS NULL OR (is_seated AND seat IS NULL))) OVER earlier AS blind_steps,
    first_value(taken) OVER in_vacancy AS taken_at_first
FROM fact.bank_move
WINDOW in_vacancy AS (PARTITION BY session_key, awards_before, bears_on ORDER BY event_key),
    earlier AS (PARTITION BY session_key, awards_before, bears_on ORDER BY event_key
        ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING)

-- table: bank_award
-- One row for each award of the bank: its number in the session, and the award after it (next).
-- last_seated_seat: of the last seated player, up to this award, to whom the bank was awarded.
SELECT event_key, session_key, awards_before + 1 AS award_no, bears_on, hand_before, holes, seat, player_id, is_seated, by_auction,
    last_value(CASE WHEN is_seated IS NOT FALSE THEN {'seat': CASE WHEN is_seated THEN seat END} END IGNORE NULLS)
        OVER (in_order ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW) AS last_seated,
    lead({'bears_on': bears_on, 'hand_before': hand_before, 'holes': holes, 'by_auction': by_auction, 'player_id': player_id}) OVER in_order AS next
FROM fact.bank_step
WHERE type = 'bank_awarded'
WINDOW in_order AS (PARTITION BY session_key ORDER BY event_key)

-- table: vacancy_events
-- One row for each vacancy of the bank, as its events tell it. passed, lost, declined: that event (NULL: none).
SELECT session_key, awards_before, bears_on,
    min({'event_key': event_key, 'seat': seat, 'player_id': player_id, 'is_seated': is_seated, 'amount': amount})
        FILTER (type = 'bank_passed') AS passed,
    min({'event_key': event_key, 'seat': seat, 'player_id': player_id, 'is_seated': is_seated})
        FILTER (type = 'bank_lost') AS lost,
    min({'event_key': event_key, 'seat': seat, 'player_id': player_id, 'is_seated': is_seated})
        FILTER (type = 'bank_declined') AS declined,
    bool_or(type LIKE 'auction%') AS has_auction,
    coalesce(bit_or(seat_bit) FILTER (is_step), 0) AS offered_seats,
    count(*) FILTER (is_step AND (is_seated IS NULL OR (is_seated AND seat IS NULL))) AS blind_steps,
    count(*) FILTER (is_step) AS steps,
    arg_max(taken, event_key) & arg_min(taken, event_key) AS taken_throughout,
    arg_max(known, event_key) & arg_min(known, event_key) AS known_throughout, max(holes) AS last_holes,
    min(event_key) AS first_key
FROM fact.bank_step
GROUP BY session_key, awards_before, bears_on

-- table: vacancy_holder
-- The same, beside the award and the hand before it: who had the bank, and whether any hand was dealt.
-- result: what the last hand under that bank brought its banker. is_placed: it is known which hand came
-- before, and no event can be missing since (is_whole: up to the first event of the vacancy).
-- award_seat_holds: the seat of the award is still its player's: no hand was dealt since, or nobody changed seats.
SELECT v.*, a.event_key AS award_key, a.last_seated, a.player_id AS award_player_id, a.bears_on AS award_bears_on,
    a.by_auction AS award_by_auction, o.begins_whole,
    h.hand_key AS last_hand_key, h.banker_result AS result, h.banker_player_id AS hand_banker_id,
    h.banker_seat AS hand_banker_seat, a.seat AS award_seat, a.is_seated AS award_is_seated,
    v.bears_on = o.first_hand_key AS is_before_all, o.begins_at_one,
    o.events_complete AND o.hands_complete AS log_is_whole,
    h.hand_key IS NULL OR (o.records_seats AND o.events_complete AND v.last_holes = a.holes
        AND coalesce(c.event_key < a.event_key, true)) AS award_seat_holds,
    o.events_complete AND (n.follows_surely OR (n.hand_key IS NULL AND o.hands_complete) OR n.is_first) AS is_placed,
    coalesce(p.holes, 0) AS holes_before
FROM fact.vacancy_events AS v JOIN fact.session_order AS o USING (session_key)
LEFT JOIN fact.bank_award AS a ON a.session_key = v.session_key AND a.award_no = v.awards_before
LEFT JOIN log.hands AS h ON h.session_key = v.session_key AND h.hand_key = v.bears_on - 1
    AND (a.bears_on IS NULL OR a.bears_on < v.bears_on)
LEFT JOIN fact.hand_step AS n ON n.session_key = v.session_key AND n.hand_key = v.bears_on
LEFT JOIN fact.hand_step AS p ON p.session_key = v.session_key AND p.hand_key = v.bears_on - 1
ASOF LEFT JOIN fact.seat_said AS c ON c.session_key = v.session_key AND c.event_key <= v.first_key
