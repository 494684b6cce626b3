-- table: hand_told
-- One row for each hand: what is told of it elsewhere than in its own row. See the view hand.
SELECT h.hand_key, s.lowest_seat AS lowest_bettor, s.highest_seat AS highest_bettor,
    h.bets_complete AND s.placeless = 0 AND s.nameless = 0 AND h.banker_player_id IS NOT NULL
        AND (h.banker_seat IS NOT NULL OR (b.award.player_id = h.banker_player_id AND NOT b.award.is_seated))
        AS seats_are_told,
    d.seat_is_shared,
    (m.is_inside AND o.events_complete) OR d.player_has_two_seats AS player_changed_seat,
    (m.is_inside_or_at_edge AND o.events_complete) OR d.player_has_two_seats AS player_may_have_changed_seat,
    t.is_told AND o.records_seats AND o.events_complete AND n.next_holes = n.previous_holes
        AND (m.hand_key IS NULL OR (m.is_inside IS NOT NULL AND m.is_inside_or_at_edge IS NOT NULL)) AS moves_are_told,
    CASE WHEN n.is_first AND o.events_complete THEN false WHEN n.follows_surely THEN n.previous.banker_result < 0 END AS previous_banker_lost,
    h.banker_player_id <> n.previous.banker_id AS banker_is_another,
    a.bank_is_followed, a.bank_adjudged, a.bank_grown
FROM log.hands AS h
JOIN fact.hand_step AS n ON n.hand_key = h.hand_key
JOIN fact.session_order AS o ON o.session_key = h.session_key
JOIN fact.hand_bank AS b ON b.hand_key = h.hand_key
JOIN fact.hand_amount AS a ON a.hand_key = h.hand_key
LEFT JOIN fact.hand_stakes AS s ON s.hand_key = h.hand_key
LEFT JOIN fact.hand_doubles AS d ON d.hand_key = h.hand_key
LEFT JOIN fact.seat_moves AS m ON m.hand_key = h.hand_key
LEFT JOIN fact.seat_habit AS t ON t.session_key = h.session_key

-- view: hand
-- One row for each hand: cards and points, places, bank and settlement. Amounts in the session's currency.
-- *_two, *_third, *_points: the points of each side's first two cards, of its third (NULL without one) and
-- of all (Art. 9: ten and court cards none, the ace one, units only); NULL with fewer than two cards, or one
-- that was not seen.
-- seats_are_told: every bet tells posture, seat and player, and the banker's seat is told.
-- previous_banker_lost: the hand just before was lost by its banker (NULL: it is not sure which that was).
-- player_changed_seat, player_may_have_changed_seat: inside the hand; also at its edges.
-- bank_*: see hand_amount.
WITH counted AS (
    SELECT *, (length(punto_cards) + 1) // 3 AS punto_count, (length(banca_cards) + 1) // 3 AS banca_count,
        CASE WHEN NOT contains(punto_cards, '?') THEN punto_cards END AS punto_seen,
        CASE WHEN NOT contains(banca_cards, '?') THEN banca_cards END AS banca_seen
    FROM log.hands
),
worth AS (
    SELECT *,
        CASE WHEN punto_count >= 2 THEN strpos('A23456789', left(punto_seen, 1))
            + strpos('A23456789', substr(punto_seen, 4, 1)) END AS punto_sum,
        CASE WHEN banca_count >= 2 THEN strpos('A23456789', left(banca_seen, 1))
            + strpos('A23456789', substr(banca_seen, 4, 1)) END AS banca_sum,
        CASE WHEN punto_count > 2 THEN strpos('A23456789', substr(punto_seen, 7, 1)) END AS punto_third,
        CASE WHEN banca_count > 2 THEN strpos('A23456789', substr(banca_seen, 7, 1)) END AS banca_third,
        CASE WHEN punto_count > 3 THEN list_sum(list_transform(string_split(substr(punto_seen, 10), ' '),
            lambda card: strpos('A23456789', left(card, 1)))) ELSE 0 END AS punto_rest,
        CASE WHEN banca_count > 3 THEN list_sum(list_transform(string_split(substr(banca_seen, 10), ' '),
            lambda card: strpos('A23456789', left(card, 1)))) ELSE 0 END AS banca_rest
    FROM counted
)
SELECT h.hand_id AS subject, h.session_key, h.hand_key, h.shoe_key, h.started_at AS happened_at,
    h.banker_player_id AS player_id, h.source_name, h.source_sha256, h.source_record,
    h.punto_cards, h.banca_cards, h.punto_total, h.banca_total, h.winner,
    h.punto_count, h.banca_count, h.punto_third,
    h.punto_sum % 10 AS punto_two, h.banca_sum % 10 AS banca_two,
    ((h.punto_sum + coalesce(h.punto_third, 0) + h.punto_rest) % 10)::BIGINT AS punto_points,
    ((h.banca_sum + coalesce(h.banca_third, 0) + h.banca_rest) % 10)::BIGINT AS banca_points,
    h.banker_player_id, h.banker_seat, h.bank_amount, h.banker_result, h.deduction,
    CASE WHEN h.banker_result IS NOT NULL THEN true END AS hand_is_settled,
    least(t.lowest_bettor, h.banker_seat) AS lowest_seat, greatest(t.highest_bettor, h.banker_seat) AS highest_seat,
    t.* EXCLUDE (hand_key, lowest_bettor, highest_bettor)
FROM worth AS h JOIN fact.hand_told AS t ON t.hand_key = h.hand_key

-- view: bet
-- One row for each bet against the bank.
SELECT b.bet_id AS subject, b.session_key, b.hand_key, h.shoe_key, b.placed_at AS happened_at, b.player_id,
    b.source_name, b.source_sha256, b.source_record, b.bet_key, b.seat, b.stake, b.asked,
    h.bank_amount,
    CASE WHEN b.asked IS NOT NULL THEN o.asked_in_all END AS asked_in_all,
    CASE WHEN b.asked IS NOT NULL AND o.offers_are_known THEN o.offers_exceed_bank END AS offers_exceed_bank
FROM log.bets AS b JOIN log.hands AS h USING (hand_key) LEFT JOIN fact.offers_of_hand AS o USING (hand_key)

-- view: seat_event
-- One row for each event of the seats or the waiting list: for whom a seat that is taken had been kept.
-- hand_key: the hand that it bears on.
SELECT s.session_id || '/' || e.seq::VARCHAR AS subject, e.session_key,
    coalesce(e.hand_key, CASE WHEN p.bears_on <= o.last_hand_key THEN p.bears_on END) AS hand_key,
    NULL::BIGINT AS shoe_key, e.happened_at, e.player_id, e.source_name, e.source_sha256, e.source_record,
    e.seat,
    CASE WHEN e.type <> 'seat_taken' THEN false
        WHEN NOT o.events_complete THEN NULL
        WHEN c.type_before IS NOT NULL THEN c.type_before = 'seat_reserved'
        WHEN o.records_seats AND e.seat IS NOT NULL AND c.taken_before IS NOT NULL THEN false
        END AS reserved_seat_was_taken,
    c.player_before AS reserved_for
FROM log.events AS e JOIN log.sessions AS s USING (session_key)
JOIN fact.event_place AS p USING (event_key)
JOIN fact.session_order AS o ON o.session_key = e.session_key
LEFT JOIN fact.seat_change AS c ON c.event_key = e.event_key AND c.type = e.type
WHERE e.type LIKE 'seat%' OR e.type LIKE 'waitlist%'

-- table: bank_told
-- One row for each event of the bank: what is told of it elsewhere than in its own row. See bank_event.
SELECT p.event_key,
    CASE WHEN v.left_in_time THEN p.bears_on WHEN v.leaving_hand_key IS NOT NULL THEN v.leaving_hand_key
        WHEN p.bears_on <= o.last_hand_key THEN p.bears_on END AS hand_key,
    CASE WHEN p.type NOT IN ('bank_offered', 'bank_refused', 'bank_absent', 'bank_awarded') THEN false
        ELSE b.is_step END AS is_step,
    b.is_seated, b.is_first, b.cause, b.way_on, b.by_auction, b.is_holder, b.is_whole,
    b.from_seat, b.from_seat_or, b.taken, b.known, b.taken_throughout, b.offered_seats, b.blind_steps, b.holder_bit, b.passer_bit,
    b.holder_seat, b.passed_amount, b.passed_undealt, b.passer_before_id, b.had_passer_before,
    f.hands_dealt, f.went_to_auction, f.went_to_himself,
    CASE WHEN f.event_key IS NOT NULL THEN true WHEN o.events_complete OR p.type <> 'bank_awarded' THEN false END
        AS is_followed_by_award,
    a.best_seated, a.best_standing, a.winner_bid, a.winner_is_seated, a.bids_are_known,
    t.bank_adjudged, t.bank_before, t.bank_is_kept,
    n.partner_was_accepted, n.joined_before_the_deal, r.refusals_in_a_row,
    v.left_in_time, w.seat_was_taken_again, w.waiting_ahead, w.heir_id, w.first_waiting_id
FROM fact.event_place AS p
JOIN fact.session_order AS o ON o.session_key = p.session_key
LEFT JOIN fact.bank_place AS b ON b.event_key = p.event_key
LEFT JOIN fact.award_fate AS f ON f.event_key = p.event_key
LEFT JOIN fact.auction_bids AS a ON a.event_key = p.event_key
LEFT JOIN fact.bank_total AS t ON t.event_key = p.event_key
LEFT JOIN fact.partner AS n ON n.event_key = p.event_key
LEFT JOIN fact.refusal AS r ON r.event_key = p.event_key
LEFT JOIN fact.leaving AS v ON v.event_key = p.event_key
LEFT JOIN fact.seat_heir AS w ON w.event_key = p.event_key
WHERE p.type LIKE 'bank%' OR p.type LIKE 'auction%' OR p.type LIKE 'partner%'

-- view: bank_event
-- One row for each event of the bank (offers, answers, awards, passes, auctions, partners): why the bank
-- was vacant, how it went round (see bank_place), its amounts, and what came of it. hand_key: the hand that
-- it bears on; of a player who had to leave his seat, the hand in which he played on.
SELECT s.session_id || '/' || e.seq::VARCHAR AS subject, e.session_key, t.hand_key, NULL::BIGINT AS shoe_key,
    e.happened_at, e.player_id, e.source_name, e.source_sha256, e.source_record,
    e.event_key, e.type AS event_type, e.seat, e.posture, e.amount,
    t.* EXCLUDE (event_key, hand_key)
FROM fact.bank_told AS t JOIN log.events AS e ON e.event_key = t.event_key JOIN log.sessions AS s USING (session_key)
