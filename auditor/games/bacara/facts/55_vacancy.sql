-- table: vacancy_cause
-- One row for each vacancy of the bank: why it is vacant, and who had it. cause: initial (nobody yet),
-- lost, passed, declined (he deals no hand), undealt (no hand since the award), tie, left (no pass is
-- logged); NULL where the log does not tell, or lost an event or a hand. A loss comes before a pass; a tie that is logged as a loss
-- is a tie; a pass in a log from its start by somebody to whom no bank had come tells no cause. holder_seat: NULL
-- for one who stands, or where it is not told of him (the hand and the award may be another's). passed_undealt:
-- it was passed by him to whom it had been awarded before he dealt a hand (NULL: not known whether he had dealt).
WITH given AS (
    SELECT *, coalesce(passed.player_id, lost.player_id, declined.player_id, hand_banker_id, award_player_id) AS holder_id,
        CASE WHEN passed IS NOT NULL THEN 'passed' WHEN lost IS NOT NULL THEN 'lost' END AS told_cause
    FROM fact.vacancy_holder
),
owned AS (
    SELECT *, award_player_id IS NOT DISTINCT FROM holder_id AS award_is_his,
        CASE WHEN hand_banker_id IS NOT DISTINCT FROM holder_id THEN hand_banker_seat END AS hand_seat
    FROM given
),
named AS (
    SELECT *, coalesce(passed.is_seated, lost.is_seated, declined.is_seated,
            CASE WHEN award_is_his AND (hand_banker_id = award_player_id OR last_hand_key IS NULL) THEN award_is_seated END,
            CASE WHEN hand_seat IS NOT NULL THEN true END) AS holder_is_seated,
        coalesce(passed.seat, lost.seat, declined.seat, hand_seat,
            CASE WHEN award_is_his AND award_seat_holds THEN award_seat END) AS told_seat
    FROM owned
)
SELECT session_key, awards_before, bears_on, passed.amount AS passed_amount,
    award_bears_on, award_by_auction, award_player_id, hand_banker_id, holes_before,
    last_seated.seat AS last_seated_seat, holder_id, holder_is_seated, log_is_whole,
    log_is_whole AND last_holes = holes_before AS is_whole,
    CASE WHEN holder_is_seated THEN told_seat END AS holder_seat,
    CASE WHEN NOT log_is_whole THEN NULL WHEN passed IS NULL OR last_hand_key IS NOT NULL THEN false WHEN award_key IS NOT NULL AND is_placed THEN true END
        AS passed_undealt,
    CASE WHEN NOT log_is_whole THEN NULL WHEN declined IS NOT NULL THEN 'declined'
        WHEN passed IS NOT NULL AND awards_before = 0 AND is_before_all AND begins_at_one THEN NULL
        WHEN bears_on IS NULL OR is_placed IS NOT TRUE THEN told_cause
        WHEN last_hand_key IS NULL AND awards_before = 0
            THEN coalesce(told_cause, CASE WHEN begins_whole AND last_holes = 0 THEN 'initial' END)
        WHEN last_hand_key IS NULL
            THEN CASE WHEN passed IS NOT NULL THEN 'passed' WHEN lost IS NULL AND last_holes = holes_before THEN 'undealt' END
        WHEN result < 0 THEN 'lost'
        WHEN passed IS NOT NULL OR result IS NULL THEN told_cause
        WHEN lost IS NULL THEN CASE WHEN last_holes = holes_before THEN 'left' END
        WHEN result = 0 THEN 'tie' END AS cause
FROM named

-- table: vacancy
-- The same, with where the bank starts to go round. way_on: initial (from the dealer's right: seat 0),
-- after_loss (right of the loser), after_loss_of_passed (right of him who had passed it), after_pass,
-- after_pass_standing (right of the last seated player who had it), none (no such order); NULL: not told.
-- start_seat: the seat at whose right it starts; start_seat_or: another as lawful (a passed bank that was
-- bought at an auction, or that nobody had dealt with, may be taken for a passed bank or not). passer_in_doubt_id: he
-- who had passed it to him who passed it undealt: if that is refusing to deal, he may not bid.
WITH origin AS (
    SELECT v.*, p.cause AS origin_cause, p.holder_id AS origin_holder_id, p.holder_seat AS origin_seat,
        p.holder_is_seated AS origin_is_seated, p.is_whole AS origin_is_whole,
        v.award_by_auction OR p.passed_undealt IS NOT FALSE AS origin_is_in_doubt,
        v.hand_banker_id = v.award_player_id AS award_is_his
    FROM fact.vacancy_cause AS v
    LEFT JOIN fact.vacancy_cause AS p ON p.session_key = v.session_key
        AND p.awards_before = v.awards_before - 1 AND p.bears_on = v.award_bears_on
),
ways AS (
    SELECT *,
        CASE WHEN cause = 'initial' THEN 'initial'
            WHEN cause = 'passed' THEN CASE holder_is_seated WHEN true THEN 'after_pass' WHEN false THEN 'after_pass_standing' END
            WHEN cause = 'lost' THEN CASE WHEN award_is_his IS NOT TRUE OR origin_cause IS NULL THEN NULL
                WHEN origin_cause = 'declined' THEN 'none'
                WHEN origin_cause = 'passed' THEN CASE origin_is_seated WHEN true THEN 'after_loss_of_passed' WHEN false THEN 'none' END
                ELSE CASE holder_is_seated WHEN true THEN 'after_loss' WHEN false THEN 'none' END END
            WHEN cause IS NOT NULL THEN 'none' END AS way_on
    FROM origin
)
SELECT session_key, awards_before, bears_on, cause, passed_amount, holder_id, holder_seat, holder_is_seated, way_on,
    holes_before, passed_undealt, log_is_whole,
    CASE WHEN cause = 'declined' AND origin_cause = 'passed' THEN origin_holder_id END AS passer_before_id,
    CASE WHEN cause = 'declined' THEN origin_cause = 'passed' ELSE false END AS had_passer_before,
    CASE WHEN passed_undealt AND origin_cause = 'passed' THEN origin_holder_id END AS passer_in_doubt_id,
    CASE way_on WHEN 'initial' THEN 0
        WHEN 'after_loss_of_passed' THEN CASE WHEN origin_is_whole OR award_by_auction THEN origin_seat END
        WHEN 'after_pass_standing' THEN last_seated_seat
        WHEN 'after_loss' THEN holder_seat WHEN 'after_pass' THEN holder_seat END AS start_seat,
    CASE WHEN way_on = 'after_loss_of_passed' AND origin_is_in_doubt THEN holder_seat END AS start_seat_or
FROM ways

-- table: bank_place
-- One row for each event by which the bank comes or may come to someone, beside its vacancy: from which
-- seat on it goes round (from_seat, from_seat_or: as start_seat; NULL where an event may be missing).
-- is_step, is_first, by_auction, is_holder: NULL where an event or a hand was lost. is_first: it had come to nobody yet in this vacancy. holder_bit, passer_bit: the seat (as a bit) of who gave
-- the bank up, and of who had passed it to him.
SELECT s.event_key, s.is_seated, s.offered_seats, s.taken, s.known, s.blind_steps,
    CASE WHEN v.log_is_whole THEN s.is_step END AS is_step, CASE WHEN v.log_is_whole THEN s.by_auction END AS by_auction,
    CASE WHEN v.log_is_whole THEN s.steps_before = 0 END AS is_first, v.cause, v.way_on, v.passed_amount, v.holder_seat, v.passer_before_id, v.had_passer_before,
    v.passed_undealt,
    CASE WHEN v.cause = 'initial' THEN 0
        WHEN v.holder_is_seated IS NULL OR (v.holder_is_seated AND v.holder_seat IS NULL) THEN NULL
        WHEN v.holder_seat BETWEEN 1 AND 60 THEN 1::BIGINT << v.holder_seat ELSE 0 END AS holder_bit,
    s.taken & s.taken_at_first AS taken_throughout,
    CASE WHEN v.way_on = 'after_loss_of_passed' AND v.start_seat BETWEEN 1 AND 60 THEN 1::BIGINT << v.start_seat ELSE 0 END
        AS passer_bit,
    v.log_is_whole AND s.holes = v.holes_before AS is_whole,
    CASE WHEN NOT v.log_is_whole THEN NULL WHEN v.cause = 'initial' THEN false ELSE s.player_id = v.holder_id END AS is_holder,
    CASE WHEN NOT v.log_is_whole OR s.holes <> v.holes_before THEN NULL WHEN s.came_before IS NOT NULL THEN s.came_before.seat
        ELSE v.start_seat END AS from_seat,
    CASE WHEN NOT v.log_is_whole OR s.holes <> v.holes_before OR s.came_before IS NOT NULL THEN NULL ELSE v.start_seat_or END AS from_seat_or
FROM fact.bank_step AS s
JOIN fact.vacancy AS v ON v.session_key = s.session_key AND v.awards_before = s.awards_before AND v.bears_on = s.bears_on

-- table: award_fate
-- One row for each award that another award follows: how many hands were dealt between (at the least one, where
-- it is not told before which hand an award was made and the play of some hand began between), whether the bank
-- then went to an auction, and whether it was awarded to the same player again. NULL: not known, as where an event
-- was lost; that none was dealt is not where a hand of the session was lost, or one is missing among the numbers there.
SELECT a.event_key,
    CASE WHEN NOT s.events_complete OR a.next.holes <> a.holes THEN NULL
        WHEN a.bears_on IS NULL OR a.next.bears_on IS NULL THEN CASE WHEN a.next.hand_before > a.hand_before THEN 1 END
        WHEN a.next.bears_on > a.bears_on OR (s.hands_complete AND h.follows_surely IS DISTINCT FROM false)
            THEN a.next.bears_on - a.bears_on END AS hands_dealt,
    CASE WHEN NOT s.events_complete THEN NULL WHEN a.next.by_auction THEN true WHEN a.next.holes = a.holes THEN false END
        AS went_to_auction,
    CASE WHEN s.events_complete THEN a.next.player_id = a.player_id END AS went_to_himself
FROM fact.bank_award AS a
JOIN log.sessions AS s USING (session_key)
LEFT JOIN fact.hand_step AS h ON h.session_key = a.session_key AND h.hand_key = a.bears_on
WHERE a.next IS NOT NULL

-- table: auction_bids
-- One row for each auction that was won: the best bids of seated and of standing players (NULL: none),
-- those who may not bid left out, and the winner's own. bids_are_known: every bid tells who, how much
-- and from where, and none was lost.
WITH won AS (
    SELECT s.event_key, s.session_key, s.awards_before, s.bears_on, s.holes, s.player_id, s.is_seated
    FROM fact.bank_step AS s WHERE s.type = 'auction_won'
)
SELECT w.event_key, w.is_seated AS winner_is_seated,
    max(b.amount) FILTER (b.is_seated AND may_bid) AS best_seated,
    max(b.amount) FILTER (NOT b.is_seated AND may_bid) AS best_standing,
    max(b.amount) FILTER (b.player_id = w.player_id) AS winner_bid,
    bool_and(b.log_is_whole AND b.amount IS NOT NULL AND b.is_seated IS NOT NULL AND b.player_id IS NOT NULL AND b.holes = w.holes
        AND may_bid IS NOT NULL) AS bids_are_known
FROM won AS w
JOIN (
    SELECT s.*, v.log_is_whole, s.player_id <> CASE WHEN v.cause = 'initial' THEN '' ELSE v.holder_id END
            AND s.player_id <> coalesce(v.passer_before_id, '')
            AND CASE WHEN s.player_id IS DISTINCT FROM v.passer_in_doubt_id THEN true END AS may_bid
    FROM fact.bank_step AS s
    JOIN fact.vacancy AS v
        ON v.session_key = s.session_key AND v.awards_before = s.awards_before AND v.bears_on = s.bears_on
    WHERE s.type = 'auction_bid'
) AS b ON b.session_key = w.session_key AND b.awards_before = w.awards_before AND b.bears_on = w.bears_on
    AND b.event_key < w.event_key
GROUP BY w.event_key, w.is_seated
