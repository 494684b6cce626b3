-- table: table_places
-- One row for each session: the seats of its table as bits (all_seats; seat N is bit N), and the bit past the last.
SELECT session_key, places, refusals_that_cost_the_seat, 2::BIGINT << places::INT AS beyond, beyond - 2 AS all_seats
FROM norm.parameters

-- view: bank_event
-- One row for each event of the bank, with what Arts. 7 and 8 ask of it.
-- passes_nobody: no taken seat lies between the one from which the bank goes round and this one (NULL: the
-- log does not tell who sat there). next_seat_due: the first taken seat on its way (where there is one).
-- everyone_was_offered: it had come to every seat taken all the while. He who just gave the bank up does not count, nor, for this,
-- he who had passed it to him.
-- *_or_refused: the one or the other holds, or the bank was passed by him who had taken it and dealt no hand, which may be
-- refusing to deal: then it is auctioned, and goes round to nobody.
-- turn: which sentence says to whom the bank comes now: initial, after_loss, after_loss_of_passed,
-- after_pass, after_pass_standing (its first step), next, standing, or none.
-- takes_passed_bank, takes_back: an award of a passed bank without an auction, to another or to him who passed.
-- wins_by_amount, wins_by_place: the winner of an auction was due by the bid, or by sitting before the bid.
WITH others AS (
    SELECT f.*, p.refusals_that_cost_the_seat, p.beyond, p.all_seats & ~f.offered_seats & ~f.holder_bit AS others,
        CASE WHEN f.from_seat BETWEEN 0 AND p.places THEN 2::BIGINT << f.from_seat::INT END AS start,
        CASE WHEN f.from_seat_or BETWEEN 0 AND p.places THEN 2::BIGINT << f.from_seat_or::INT END AS start_or,
        CASE WHEN f.is_seated IS NOT FALSE AND f.seat BETWEEN 1 AND p.places THEN 1::BIGINT << f.seat::INT END AS here
    FROM fact.bank_event AS f JOIN due.table_places AS p USING (session_key)
),
ranges AS (
    SELECT *, others & taken AS waiting,
        CASE WHEN here >= start THEN here - start ELSE beyond - start + here - 2 END AS way,
        CASE WHEN here >= start_or THEN here - start_or ELSE beyond - start_or + here - 2 END AS way_or
    FROM others
),
judged AS (
    SELECT *,
        CASE WHEN way & waiting <> 0 THEN false WHEN way & others & ~known = 0 THEN true END AS passes,
        CASE WHEN way_or & waiting <> 0 THEN false WHEN way_or & others & ~known = 0 THEN true END AS passes_or,
        CASE WHEN waiting & -start <> 0 THEN waiting & -start WHEN start IS NOT NULL THEN waiting END AS ahead
    FROM ranges
)
SELECT f.* EXCLUDE (refusals_that_cost_the_seat, beyond, others, start, start_or, here, waiting, way, way_or, passes, passes_or,
        ahead),
    CASE WHEN from_seat_or IS NULL THEN passes ELSE passes OR passes_or END AS passes_nobody,
    passes_nobody OR f.passed_undealt AS passes_nobody_or_refused,
    bit_count((ahead & -ahead) - 1)::BIGINT AS next_seat_due,
    CASE WHEN NOT is_whole OR blind_steps > 0 THEN NULL WHEN others & ~passer_bit & taken_throughout <> 0 THEN false
        WHEN others & ~passer_bit & ~known = 0 THEN true END AS everyone_was_offered,
    everyone_was_offered OR f.passed_undealt AS everyone_or_refused,
    CASE WHEN NOT f.is_step OR f.cause = 'declined' THEN 'none'
        WHEN NOT f.is_seated THEN 'standing'
        WHEN f.is_seated THEN CASE WHEN f.is_first THEN f.way_on WHEN NOT f.is_first THEN 'next' END END AS turn,
    f.event_type = 'bank_awarded' AND f.cause = 'passed' AND NOT f.by_auction AND NOT f.is_holder
        AND CASE WHEN f.is_whole THEN true END AS takes_passed_bank,
    f.event_type = 'bank_awarded' AND f.cause = 'passed' AND NOT f.by_auction AND f.is_holder
        AND CASE WHEN f.is_whole THEN true END AS takes_back,
    CASE WHEN f.event_type <> 'bank_refused' OR f.posture = 'standing' THEN false
        ELSE f.refusals_in_a_row >= f.refusals_that_cost_the_seat END AS has_to_leave,
    f.event_type = 'auction_won' AND f.cause NOT IN ('declined', 'undealt') AS auction_was_won,
    f.event_type = 'auction_won' AND f.cause IN ('declined', 'undealt') AS refused_bank_was_won,
    f.event_type = 'auction_opened' AND f.cause NOT IN ('declined', 'undealt') AS auction_was_opened,
    f.is_holder OR (f.had_passer_before AND f.player_id = f.passer_before_id) AS winner_is_barred,
    CASE WHEN f.bids_are_known THEN f.winner_bid = greatest(f.best_seated, f.best_standing)
        AND (f.winner_is_seated OR coalesce(f.best_seated < f.winner_bid, true)) END AS wins_by_amount,
    CASE WHEN f.bids_are_known AND f.best_seated IS NULL THEN f.winner_bid = f.best_standing
        WHEN f.bids_are_known THEN f.winner_is_seated AND f.winner_bid = f.best_seated END AS wins_by_place,
    greatest(f.best_seated, f.best_standing) AS best_bid
FROM judged AS f

-- table: kept_bank
-- One row for each hand dealt by the banker who had lost the one before: whether the bank had come back to
-- him as Art. 8 allows: all others having refused it, or in its turn, i.e. from the step before past nobody (if
-- one was left out earlier, that step is the violation). NULL: the log does not tell; where it was awarded to him,
-- not even an empty chair can be judged as passed over before it is known from where it came.
-- Whether he might buy it at an auction is for the auction's own rules.
WITH others AS (
    SELECT k.*, p.all_seats & ~k.offered_seats & ~k.banker_bit AS others, t.passes_nobody,
        coalesce(t.turn IN ('none', 'standing'), false) AS has_no_turn
    FROM fact.kept_after_loss AS k JOIN due.table_places AS p USING (session_key)
    LEFT JOIN (
        SELECT event_key, passes_nobody, turn FROM due.bank_event
        WHERE event_key IN (SELECT step_key FROM fact.kept_after_loss)
    ) AS t ON t.event_key = k.step_key
)
SELECT hand_key,
    CASE WHEN passes_nobody OR was_bought THEN true
        WHEN NOT bank_is_told OR NOT is_whole THEN NULL
        WHEN NOT was_offered AND others_played THEN false
        WHEN blind_steps > 0 OR may_be_his OR (step_key IS NOT NULL AND passes_nobody IS NULL AND NOT has_no_turn) THEN NULL
        WHEN others & taken_throughout <> 0 THEN false
        WHEN others & ~known_throughout = 0 THEN true END AS bank_came_back
FROM others

-- table: deduction_amiss
-- The hands whose deduction is not exactly the rate of what the banker won (Art. 8): few.
SELECT f.hand_key, f.session_key
FROM log.hands AS f JOIN norm.parameters AS p USING (session_key)
WHERE f.deduction <> greatest(f.banker_result, 0) * p.deduction_rate

-- table: bank_run
-- One row for each hand of the sessions with such hands: the play of one banker up to it. run_net: what he
-- had won and lost in all; wins_before, taken_before: his winning hands before it and what was taken of them.
WITH turns AS (
    SELECT h.hand_key, h.session_key, h.banker_result, h.deduction,
        coalesce(h.banker_player_id <> lag(h.banker_player_id) OVER in_order, true) AS is_new
    FROM log.hands AS h WHERE h.session_key IN (SELECT session_key FROM due.deduction_amiss)
    WINDOW in_order AS (PARTITION BY h.session_key ORDER BY h.hand_key)
),
runs AS (
    SELECT *, count(*) FILTER (is_new) OVER (PARTITION BY session_key ORDER BY hand_key) AS run FROM turns
)
SELECT hand_key, session_key, run, banker_result, deduction,
    sum(banker_result) OVER so_far AS run_net,
    count(*) FILTER (banker_result > 0) OVER earlier AS wins_before,
    sum(deduction) OVER earlier AS taken_before
FROM runs
WINDOW so_far AS (PARTITION BY session_key, run ORDER BY hand_key),
    earlier AS (PARTITION BY session_key, run ORDER BY hand_key ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING)

-- table: deduction_sign
-- One row for each of the hands amiss: the known cause whose mark it bears. run_net: 5 % of the net of the
-- banker's run, taken at its end, or nothing taken before that; on_loss; rate_low; rate_uruguay; of_bank;
-- nothing; other.
WITH ends AS (
    SELECT r.session_key, r.run, max(r.hand_key) AS end_key
    FROM due.bank_run AS r JOIN norm.parameters AS p USING (session_key)
    WHERE r.wins_before > 0 AND r.taken_before = 0 AND r.deduction > 0
        AND abs(r.deduction - r.run_net * p.deduction_rate) < p.rounding_cent
    GROUP BY r.session_key, r.run
)
SELECT a.hand_key,
    CASE WHEN e.end_key = a.hand_key OR (e.end_key > a.hand_key AND h.deduction = 0) THEN 'run_net'
        WHEN h.banker_result <= 0 THEN 'on_loss'
        WHEN abs(h.deduction - h.banker_result * p.wrong_rate_low) < p.rounding_cent THEN 'rate_low'
        WHEN abs(h.deduction - h.banker_result * p.wrong_rate_uruguay) < p.rounding_cent THEN 'rate_uruguay'
        WHEN abs(h.deduction - h.bank_amount * p.deduction_rate) < p.rounding_cent THEN 'of_bank'
        WHEN h.deduction = 0 THEN 'nothing' ELSE 'other' END AS sign
FROM due.deduction_amiss AS a JOIN log.hands AS h USING (hand_key) JOIN due.bank_run AS r USING (hand_key)
JOIN norm.parameters AS p ON p.session_key = a.session_key
LEFT JOIN ends AS e ON e.session_key = a.session_key AND e.run = r.run

-- view: hand
-- One row for each hand, with what was due of it. Amounts in the session's currency.
-- deduction_due*: exact, and under each rounding that the text does not exclude (Art. 8); where the house
-- has declared its rounding, that one stands for all; NULL where the banker's result is not logged.
-- deduction_signature: what the deduction looks like; deduction_owed_to: who was left short.
-- third_cards_fit: they fit one of the known tables (of other norms: the page of this one is missing).
-- winner_by_points, money_follows_winner: as the points and the winner logged have it; *_es, *_en: in words.
WITH numbers AS (
    SELECT f.*, p.* EXCLUDE (session_key), d.rounding_unit, d.rounding_direction, g.sign, k.bank_came_back,
        try_cast(CASE WHEN f.banker_result > 0 THEN f.banker_result * p.deduction_rate
            WHEN f.banker_result <= 0 THEN 0 END AS DECIMAL(18, 6)) AS due,
        f.punto_two >= p.natural_points OR f.banca_two >= p.natural_points AS hand_is_over,
        substr(p.punto_table, f.punto_two::INT + 1, 1) AS punto_does,
        CASE WHEN f.punto_count < 3 THEN substr(p.banca_table_alone, f.banca_two::INT + 1, 1)
            ELSE substr(p.banca_table, 11 * f.banca_two::INT + f.punto_third::INT + 1, 1) END AS banca_does
    FROM fact.hand AS f
    JOIN norm.parameters AS p USING (session_key)
    JOIN norm.house AS d USING (session_key)
    LEFT JOIN due.deduction_sign AS g ON g.hand_key = f.hand_key
    LEFT JOIN due.kept_bank AS k ON k.hand_key = f.hand_key
),
declared AS (
    SELECT *, CASE WHEN rounding_unit IS NULL OR rounding_direction IS NULL THEN NULL
        WHEN rounding_direction = 'down' THEN due - due % rounding_unit
        WHEN rounding_direction = 'up' THEN due + (rounding_unit - due % rounding_unit) % rounding_unit
        WHEN rounding_direction = 'half_even' AND 2 * (due % rounding_unit) = rounding_unit
            AND (due - due % rounding_unit) % (2 * rounding_unit) = 0 THEN due - due % rounding_unit
        WHEN 2 * (due % rounding_unit) >= rounding_unit THEN due - due % rounding_unit + rounding_unit
        ELSE due - due % rounding_unit END AS declared
    FROM numbers
)
SELECT f.* EXCLUDE (deduction_rate, places, refusals_that_cost_the_seat, least_deals, first_cut_ceiling, end_cut_floor,
        end_cut_share, cards_of_deck, cards_of_suit, shuffle_tail, rounding_cent, rounding_tenth, rounding_half,
        rounding_one, rounding_five, wrong_rate_low, wrong_rate_uruguay, natural_points, punto_table,
        banca_table_alone, banca_table, rounding_unit, rounding_direction, sign, bank_came_back, due, hand_is_over,
        punto_does, banca_does, declared),
    coalesce(declared, due) AS deduction_due,
    coalesce(declared, due - due % rounding_cent
        + CASE WHEN 2 * (due % rounding_cent) >= rounding_cent THEN rounding_cent ELSE 0 END) AS deduction_due_nearest_0_01,
    coalesce(declared, due - due % rounding_tenth
        + CASE WHEN 2 * (due % rounding_tenth) >= rounding_tenth THEN rounding_tenth ELSE 0 END) AS deduction_due_nearest_0_10,
    coalesce(declared, due - due % rounding_half
        + CASE WHEN 2 * (due % rounding_half) >= rounding_half THEN rounding_half ELSE 0 END) AS deduction_due_nearest_0_50,
    coalesce(declared, due - due % rounding_one
        + CASE WHEN 2 * (due % rounding_one) >= rounding_one THEN rounding_one ELSE 0 END) AS deduction_due_nearest_1,
    coalesce(declared, due - due % rounding_five
        + CASE WHEN 2 * (due % rounding_five) >= rounding_five THEN rounding_five ELSE 0 END) AS deduction_due_nearest_5,
    coalesce(declared, due - due % rounding_cent) AS deduction_due_down_0_01,
    coalesce(declared, due - due % rounding_tenth) AS deduction_due_down_0_10,
    coalesce(declared, due - due % rounding_half) AS deduction_due_down_0_50,
    coalesce(declared, due - due % rounding_one) AS deduction_due_down_1,
    coalesce(declared, due - due % rounding_five) AS deduction_due_down_5,
    CASE WHEN deduction > coalesce(declared, due) THEN 'banker' WHEN deduction < coalesce(declared, due) THEN 'house'
        END AS deduction_owed_to,
    CASE sign WHEN 'run_net' THEN 'Es lo que resulta de deducir al final, sobre el neto de la racha del banquero, en vez de en cada jugada.'
        WHEN 'on_loss' THEN 'Se dedujo de una jugada que el banquero no ganó.'
        WHEN 'rate_low' THEN 'Es lo que resulta de deducir el 4 %.'
        WHEN 'rate_uruguay' THEN 'Es lo que resulta de deducir el 10 %, como en el Uruguay.'
        WHEN 'of_bank' THEN 'Es lo que resulta de calcularla sobre la banca, y no sobre lo ganado.'
        WHEN 'nothing' THEN 'No se dedujo nada.'
        WHEN 'other' THEN 'No lleva la marca de ninguna causa conocida.'
        ELSE 'Es exactamente la que corresponde.' END AS deduction_signature,
    CASE sign WHEN 'run_net' THEN 'It is what results from taking it at the end, on the net of the banker''s run, instead of in each hand.'
        WHEN 'on_loss' THEN 'It was taken in a hand that the banker did not win.'
        WHEN 'rate_low' THEN 'It is what results from a rate of 4 %.'
        WHEN 'rate_uruguay' THEN 'It is what results from a rate of 10 %, as in Uruguay.'
        WHEN 'of_bank' THEN 'It is what results from charging it on the bank, and not on what was won.'
        WHEN 'nothing' THEN 'Nothing was taken.'
        WHEN 'other' THEN 'It matches no known cause.'
        ELSE 'It is exactly what is due.' END AS deduction_signature_en,
    CASE WHEN punto_count < 2 OR banca_count < 2 THEN NULL
        WHEN punto_count > 3 OR banca_count > 3 THEN false
        WHEN hand_is_over THEN punto_count = 2 AND banca_count = 2
        WHEN NOT hand_is_over THEN
            CASE punto_does WHEN 'D' THEN punto_count = 3 WHEN 'S' THEN punto_count = 2 WHEN 'E' THEN true END
            AND CASE banca_does WHEN 'D' THEN banca_count = 3 WHEN 'S' THEN banca_count = 2 WHEN 'E' THEN true END
        END AS third_cards_fit,
    CASE WHEN punto_points > banca_points THEN 'punto' WHEN punto_points < banca_points THEN 'banca'
        WHEN punto_points = banca_points THEN 'tie' END AS winner_by_points,
    CASE WHEN punto_points > banca_points THEN 'Punto' WHEN punto_points < banca_points THEN 'Banca'
        WHEN punto_points = banca_points THEN 'empate' END AS winner_by_points_es,
    CASE WHEN punto_points > banca_points THEN 'Punto' WHEN punto_points < banca_points THEN 'Banca'
        WHEN punto_points = banca_points THEN 'tie' END AS winner_by_points_en,
    CASE winner WHEN 'punto' THEN 'Punto' WHEN 'banca' THEN 'Banca' WHEN 'tie' THEN 'empate' END AS winner_es,
    CASE winner WHEN 'punto' THEN 'Punto' WHEN 'banca' THEN 'Banca' WHEN 'tie' THEN 'tie' END AS winner_en,
    CASE winner WHEN 'tie' THEN banker_result = 0 WHEN 'banca' THEN banker_result >= 0
        WHEN 'punto' THEN banker_result <= 0 END AS money_follows_winner,
    CASE WHEN f.lowest_seat < 1 OR f.highest_seat > f.places THEN false WHEN f.seats_are_told THEN true END AS seats_are_places,
    CASE WHEN f.lowest_seat < 1 THEN f.lowest_seat ELSE f.highest_seat END AS farthest_seat,
    CASE WHEN f.seat_is_shared THEN false WHEN f.seats_are_told THEN true END AS each_seat_has_one_player,
    CASE WHEN f.player_changed_seat THEN false WHEN f.seats_are_told AND f.moves_are_told THEN true END AS nobody_moved,
    CASE WHEN f.player_may_have_changed_seat THEN false WHEN f.seats_are_told AND f.moves_are_told THEN true END
        AS nobody_can_have_moved,
    CASE WHEN f.banker_is_another THEN true WHEN NOT f.banker_is_another THEN f.bank_came_back END AS banker_may_deal
FROM declared AS f

-- view: shoe
-- One row for each shoe, with what Arts. 5 and 6 ask of it. end_cut_least, end_cut_most: cards between the
-- cutter and the base, as logged, else as the cards dealt tell; half_of_pack: the most that one reading allows.
-- shuffle_probability: how likely so many rising neighbours are in a random order (Poisson), to twelve places;
-- shuffle_chance: the same as people read it.
WITH counted AS (
    SELECT f.*, p.end_cut_floor, floor(f.decks * p.cards_of_deck * p.end_cut_share)::BIGINT AS half_of_pack,
        h.burn_cards AS burn_declared,
        f.decks * p.cards_of_deck - f.out_most AS derived_least, f.decks * p.cards_of_deck - f.out_least AS derived_most,
        f.card_pairs * (p.cards_of_suit - 1) * f.decks / (p.cards_of_suit * (p.cards_of_deck * f.decks - 1)::DOUBLE) AS expected
    FROM fact.shoe AS f JOIN norm.parameters AS p USING (session_key) JOIN norm.house AS h USING (session_key)
),
cut AS (
    SELECT *, coalesce(end_cut_told, derived_least) AS end_cut_least, coalesce(end_cut_told, derived_most) AS end_cut_most
    FROM counted
)
SELECT * EXCLUDE (end_cut_floor, expected),
    CASE WHEN end_cut_least = end_cut_most THEN end_cut_least::VARCHAR
        WHEN end_cut_least IS NULL THEN '≤ ' || end_cut_most::VARCHAR
        ELSE end_cut_least::VARCHAR || '–' || end_cut_most::VARCHAR END AS end_cut,
    CASE WHEN end_cut_told IS NOT NULL THEN 'consta en el registro' ELSE 'según las cartas repartidas' END AS end_cut_source,
    CASE WHEN end_cut_told IS NOT NULL THEN 'as logged' ELSE 'as the cards dealt tell' END AS end_cut_source_en,
    CASE WHEN end_cut_least >= end_cut_floor THEN true WHEN end_cut_most < end_cut_floor THEN false END AS end_cut_is_deep_enough,
    CASE WHEN end_cut_most <= half_of_pack THEN true WHEN end_cut_least > half_of_pack THEN false END AS end_cut_is_within_half,
    CASE WHEN burn_was_made OR burn_declared = 0 THEN true WHEN NOT burn_was_made THEN false END AS burn_is_right,
    CASE WHEN card_pairs > 0 AND decks > 0 THEN (1 - coalesce(list_sum(list_transform(range(rising_pairs),
        lambda i: exp(i * ln(expected) - expected - lgamma(i + 1)))), 0))::DECIMAL(13, 12) END AS shuffle_probability,
    CASE WHEN shuffle_probability = 0 THEN '< 0.000000000001' ELSE shuffle_probability::VARCHAR END AS shuffle_chance
FROM cut

-- table: served_after
-- One row for each bet of a hand whose offers exceed the bank: its place in the order of Art. 7 (seated
-- players from the banker's right on, then those who stand; NULL where it or the banker's is not told or is no
-- place of the table, or they are the same), the last place served, and how many were served whose place is not known.
WITH placed AS (
    SELECT o.bet_key, o.hand_key, o.posture, o.stake,
        CASE WHEN o.posture = 'standing' THEN p.places
            WHEN o.posture = 'seated' AND o.seat BETWEEN 1 AND p.places AND o.banker_seat BETWEEN 1 AND p.places
                AND o.seat <> o.banker_seat
            THEN (o.seat - o.banker_seat + p.places) % p.places END AS place_in_order, p.places
    FROM fact.bet_offer AS o JOIN norm.parameters AS p USING (session_key)
    WHERE o.offers_are_known
),
served AS (
    SELECT *, max(place_in_order) FILTER (stake > 0) OVER of_hand AS last_place_served,
        count(*) FILTER (stake > 0) OVER of_hand - (stake > 0)::BIGINT AS others_served,
        count(*) FILTER (stake > 0 AND place_in_order IS NULL) OVER of_hand AS served_unplaced
    FROM placed
    WINDOW of_hand AS (PARTITION BY hand_key)
)
SELECT bet_key,
    CASE WHEN others_served = 0 OR posture = 'standing' THEN true
        WHEN last_place_served > place_in_order THEN false
        WHEN posture = 'seated' AND last_place_served = places THEN false
        WHEN served_unplaced = 0 THEN last_place_served <= place_in_order END AS order_was_kept
FROM served

-- view: bet
-- One row for each bet, with its place in the order in which punters may cover the bank (Art. 7).
SELECT f.*,
    CASE WHEN f.stake >= f.asked THEN true ELSE s.order_was_kept END AS order_was_kept
FROM fact.bet AS f LEFT JOIN due.served_after AS s USING (bet_key)
