-- table: kept_after_loss
-- One row for each hand dealt by the banker who had lost the one before: how the bank went round between
-- the two. offered_seats and taken_throughout: as in vacancy_events; was_offered: some event tells that it
-- went round; others_played: players of other seats bet before and after; step_key: the step by which
-- it came to him, if it was awarded to him;
-- was_bought: at an auction; may_be_his: it was awarded, and not told to whom.
WITH again AS (
    SELECT h.hand_key, h.session_key, h.banker_seat, h.banker_player_id, s.holes = s.previous_holes AS is_whole
    FROM log.hands AS h JOIN fact.hand_step AS s USING (hand_key)
    WHERE s.follows_surely AND s.previous.banker_result < 0 AND s.previous.banker_id = h.banker_player_id
),
went AS (
    SELECT session_key, bears_on AS hand_key, bit_or(offered_seats) AS offered_seats, sum(blind_steps) AS blind_steps,
        sum(steps) AS steps, bit_and(taken_throughout) AS taken_throughout, bit_and(known_throughout) AS known_throughout,
        bool_or(has_auction) AS has_auction
    FROM fact.vacancy_events WHERE bears_on IN (SELECT hand_key FROM again)
    GROUP BY session_key, bears_on
)
SELECT a.hand_key, a.session_key, a.is_whole, coalesce(w.steps > 0 OR w.has_auction, false) AS was_offered,
    w.offered_seats, w.blind_steps, w.taken_throughout, w.known_throughout,
    CASE WHEN a.banker_seat BETWEEN 1 AND 60 THEN 1::BIGINT << a.banker_seat
        WHEN f.award.player_id = a.banker_player_id AND NOT f.award.is_seated THEN 0 END AS banker_bit,
    CASE WHEN a.banker_seat BETWEEN 1 AND 60 THEN (b.seats & n.seats & ~(1::BIGINT << a.banker_seat)) <> 0
        WHEN f.award.player_id = a.banker_player_id AND NOT f.award.is_seated THEN (b.seats & n.seats) <> 0 END AS others_played,
    CASE WHEN x.award.player_id = a.banker_player_id THEN x.award.step_key END AS step_key,
    o.events_complete AND x.award.player_id = a.banker_player_id AND x.award.by_auction AS was_bought,
    x.award IS NOT NULL AND x.award.player_id IS NULL AS may_be_his,
    o.records_bank AND o.events_complete AND u.session_key IS NULL AS bank_is_told
FROM again AS a JOIN fact.session_order AS o USING (session_key)
LEFT JOIN went AS w ON w.session_key = a.session_key AND w.hand_key = a.hand_key
LEFT JOIN fact.hand_stakes AS n ON n.hand_key = a.hand_key
LEFT JOIN fact.hand_stakes AS b ON b.hand_key = a.hand_key - 1
JOIN fact.hand_bank AS f ON f.hand_key = a.hand_key
LEFT JOIN fact.award_of_hand AS x ON x.session_key = a.session_key AND x.hand_key = a.hand_key
LEFT JOIN fact.unplaced_awards AS u ON u.session_key = a.session_key
