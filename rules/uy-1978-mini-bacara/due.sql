-- table: box_result
-- One row for each box: how it had to be decided, in its own eyes (1 Punto wins, 0 encart, -1 Banca wins).
-- is_air: decided by the first two cards (art. 7); is_encart: six or seven on both sides (art. 9 d).
-- banca_needs_third: by the usual table, for the decree that art. 7 names is not held.
-- punto_result: by the text, and where it is silent by that table; other_result: by the other reading of
-- that silence (the same where the text decides): Banca's first two cards, or all three.
WITH judged AS (
    SELECT f.*, p.punto_draws_to, p.option_points, p.banca_stands_on,
        f.two_points >= p.natural_points OR f.banca_two_points >= p.natural_points AS is_air,
        f.two_points = f.banca_two_points AND f.two_points BETWEEN p.encart_from AND p.encart_to AS is_encart,
        CASE WHEN f.drew_third IS NOT NULL
            THEN substr(p.banca_third_table, 12 * f.banca_two_points + coalesce(f.third_points, 10) + 1, 1) = 'P'
            END AS table_draws
    FROM fact.box_state AS f
    JOIN norm.parameters AS p USING (session_key)
),
compared AS (
    SELECT *,
        is_air OR is_encart OR NOT banca_drew_third OR banca_two_points = banca_stands_on AS two_cards_decide,
        NOT is_air AND NOT is_encart AND table_draws AS banca_needs_third,
        sign(CASE WHEN is_air OR is_encart THEN two_points ELSE points END - banca_two_points) AS result_with_two,
        sign(points - banca_three_points) AS result_with_three
    FROM judged
)
SELECT hand_key, box, is_air, is_encart, banca_needs_third, two_cards_decide,
    NOT is_air AND NOT is_encart AND two_points <> option_points AS table_decides_third,
    two_points <= punto_draws_to AS punto_must_draw,
    CASE WHEN two_cards_decide OR NOT banca_needs_third THEN result_with_two
        WHEN banca_needs_third THEN result_with_three END::INTEGER AS punto_result,
    CASE WHEN two_cards_decide OR banca_needs_third THEN result_with_two
        WHEN NOT banca_needs_third THEN result_with_three END::INTEGER AS other_result
FROM compared
WHERE box_was_dealt

-- table: hand_result
-- One row for each hand: whether some box was still to be decided after two cards, and needed Banca's third.
SELECT hand_key,
    CASE WHEN bool_or(NOT is_air) THEN true WHEN count(is_air) = count(*) THEN false END AS has_open_box,
    CASE WHEN bool_or(banca_needs_third) THEN true
        WHEN count(banca_needs_third) = count(*) THEN false END AS banca_needs_third
FROM due.box_result
GROUP BY hand_key

-- table: settled
-- One row for each bet on Punto or Banca that was no encart, of a hand whose bets are all in the log.
-- stage: 1 decided de aire, 2 with Banca's first two cards, 3 with all three; NULL where its result is not sure.
SELECT b.hand_key, b.box, b.settle_seq, CASE b.kind WHEN 'punto' THEN 1 ELSE -1 END * r.punto_result < 0 AS loses,
    CASE WHEN r.is_air THEN 1 WHEN r.two_cards_decide OR NOT r.banca_needs_third THEN 2
        WHEN r.banca_needs_third THEN 3 END AS stage
FROM log.bets AS b
LEFT JOIN due.box_result AS r ON r.hand_key = b.hand_key AND r.box = b.box AND r.punto_result = r.other_result
WHERE b.kind IN ('punto', 'banca') AND coalesce(r.punto_result <> 0, true)
    AND b.hand_key NOT IN (SELECT hand_key FROM log.hands WHERE NOT bets_complete)

-- table: settled_amiss
-- One row for each hand in which some bet was settled before another that an order would put first.
-- to_the_left, to_the_right: a bet of that stage before one in a box to its left, or to its right.
SELECT hand_key, bool_or(air_after) AS air_after, bool_or(two_cards_to_the_left) AS two_cards_to_the_left,
    bool_or(three_cards_to_the_right) AS three_cards_to_the_right,
    bool_or(three_cards_to_the_right AND fare_alike) AS alike_to_the_right,
    bool_or(winner_first) AS winner_first, bool_or(winner_first_in_box) AS winner_first_in_box
FROM (
    SELECT hand_key, a.stage > 1 AND b.stage = 1 AS air_after,
        a.stage = 2 AND b.stage = 2 AND b.box < a.box AS two_cards_to_the_left,
        a.stage = 3 AND b.stage = 3 AND b.box > a.box AS three_cards_to_the_right,
        a.loses = b.loses AS fare_alike,
        a.stage = 3 AND b.stage = 3 AND b.loses AND NOT a.loses AS winner_first,
        a.box = b.box AND b.loses AND NOT a.loses AS winner_first_in_box
    FROM due.settled AS a JOIN due.settled AS b USING (hand_key)
    WHERE a.settle_seq < b.settle_seq
)
WHERE air_after OR two_cards_to_the_left OR three_cards_to_the_right OR winner_first OR winner_first_in_box
GROUP BY hand_key

-- table: settle_order
-- One row for each hand with such bets: in which order they were settled (bets settled at once are in none).
-- A column is NULL where the place or the result of one of the bets is not sure.
SELECT hand_key,
    CASE WHEN all_are_sure THEN x.air_after IS NOT TRUE END AS air_is_first,
    CASE WHEN all_are_sure THEN x.two_cards_to_the_left IS NOT TRUE END AS two_cards_left_to_right,
    CASE WHEN all_are_sure THEN x.winner_first IS NOT TRUE AND x.alike_to_the_right IS NOT TRUE END
        AS losers_first_right_to_left,
    CASE WHEN all_are_sure THEN x.three_cards_to_the_right IS NOT TRUE AND x.winner_first_in_box IS NOT TRUE END
        AS boxes_right_to_left,
    CASE WHEN all_are_sure THEN x.winner_first_in_box IS NOT TRUE END AS losers_first_in_box
FROM (
    SELECT hand_key, count(stage + settle_seq) = count(*) AS all_are_sure FROM due.settled GROUP BY hand_key
)
LEFT JOIN due.settled_amiss AS x USING (hand_key)

-- table: banca_prize
-- One row for each session and stake of a bet on Banca: its profit when it wins, under each reading of
-- the rounding of the 10 % (art. 10 has none). Where the house declares its rounding, all are that one.
WITH discounted AS (
    SELECT b.session_key, b.stake, b.stake::DECIMAL(38,4) * p.banca_discount_rate AS discount,
        nullif(h.rounding_unit, 0) AS unit, h.rounding_direction AS direction
    FROM (SELECT DISTINCT session_key, stake FROM log.bets WHERE kind = 'banca') AS b
    JOIN norm.parameters AS p USING (session_key)
    JOIN norm.house AS h USING (session_key)
),
declared AS (
    SELECT *, stake - (discount - discount % unit + CASE direction
        WHEN 'down' THEN 0
        WHEN 'up' THEN CASE WHEN discount % unit > 0 THEN unit ELSE 0 END
        WHEN 'half_up' THEN CASE WHEN 2 * (discount % unit) >= unit THEN unit ELSE 0 END
        WHEN 'half_even' THEN CASE WHEN 2 * (discount % unit) > unit
            OR (2 * (discount % unit) = unit AND discount % (2 * unit) > unit) THEN unit ELSE 0 END
        END) AS profit_declared
    FROM discounted
)
SELECT session_key, stake,
    coalesce(profit_declared, stake - discount) AS exact,
    coalesce(profit_declared, stake - (discount - discount % 0.01)) AS down_0_01,
    coalesce(profit_declared, stake - (discount - discount % 0.10)) AS down_0_10,
    coalesce(profit_declared, stake - (discount - discount % 0.50)) AS down_0_50,
    coalesce(profit_declared, stake - (discount - discount % 1)) AS down_1,
    coalesce(profit_declared, stake - (discount - discount % 5)) AS down_5,
    coalesce(profit_declared, stake - (discount + 0.005 - (discount + 0.005) % 0.01)) AS nearest_0_01,
    coalesce(profit_declared, stake - (discount + 0.05 - (discount + 0.05) % 0.10)) AS nearest_0_10,
    coalesce(profit_declared, stake - (discount + 0.25 - (discount + 0.25) % 0.50)) AS nearest_0_50,
    coalesce(profit_declared, stake - (discount + 0.5 - (discount + 0.5) % 1)) AS nearest_1,
    coalesce(profit_declared, stake - (discount + 2.5 - (discount + 2.5) % 5)) AS nearest_5
FROM declared

-- view: shoe
-- faces_are_within_decks: no card came out more often than four decks have it (art. 2).
SELECT f.*, CASE WHEN f.most_seen_at_least > p.shoe_decks THEN false
    WHEN f.most_seen_at_most <= p.shoe_decks THEN true END AS faces_are_within_decks
FROM fact.shoe AS f
JOIN norm.parameters AS p USING (session_key)

-- view: hand
-- seats_are_within_capacity: the seated players fit the table (art. 2); NULL where a seat may be unknown.
-- *_is_first, *_left_to_right and the like: the order of settlement (see settle_order).
SELECT f.*, CASE WHEN f.seated_at_least > p.seated_capacity THEN false
    WHEN f.seated_at_most <= p.seated_capacity THEN true END AS seats_are_within_capacity,
    r.has_open_box, r.banca_needs_third,
    o.air_is_first, o.two_cards_left_to_right, o.losers_first_right_to_left,
    o.boxes_right_to_left, o.losers_first_in_box
FROM fact.hand AS f
JOIN norm.parameters AS p USING (session_key)
LEFT JOIN due.hand_result AS r ON r.hand_key = f.hand_key
LEFT JOIN due.settle_order AS o ON o.hand_key = f.hand_key

-- view: box
-- option_was_given_or_not_due: the option was used, or no seated player had a stake on Punto there.
SELECT f.*, r.is_air, r.is_encart, r.table_decides_third, r.punto_must_draw,
    CASE WHEN f.option_was_given OR NOT f.has_seated_punto THEN true
        WHEN f.has_seated_punto THEN f.option_was_given END AS option_was_given_or_not_due
FROM fact.box AS f
LEFT JOIN due.box_result AS r ON r.hand_key = f.hand_key AND r.box = f.box

-- view: bet
-- result_due: 1 the bet wins, 0 encart, -1 it loses; decided_by: banca_air, punto_air, encart, seven,
-- two_cards or three_cards. profit_due*: by the text and the usual table, under each rounding.
-- bet_won: it wins whatever the silent text means; where that differs, as it was treated, net or gross.
-- loss_at_stake: what a losing bet was settled at, beyond its loss (a sure winner's money is art. 10's);
-- loss_otherwise: the same, by the other reading of the silent text.
-- settled_as_*, paid_*: the payout agrees, reckoned net or gross (NULL where the two differ).
-- cover_*: of a cobertura; its profit where a nine wins, or an eight too, and its limit.
WITH joined AS (
    SELECT b.*, CASE b.kind WHEN 'punto' THEN 1 WHEN 'banca' THEN -1 END * r.punto_result AS result_due,
        CASE b.kind WHEN 'punto' THEN 1 WHEN 'banca' THEN -1 END * r.other_result AS result_otherwise,
        CASE WHEN r.punto_result IS NULL THEN NULL
            WHEN r.punto_result = 0 AND r.other_result = 0 THEN 'encart'
            WHEN r.is_air AND r.punto_result < 0 THEN 'banca_air'
            WHEN r.is_air AND r.punto_result > 0 THEN 'punto_air'
            WHEN b.banca_two_points = p.banca_stands_on THEN 'seven'
            WHEN r.two_cards_decide OR NOT r.banca_needs_third THEN 'two_cards'
            WHEN r.banca_needs_third THEN 'three_cards' END AS decided_by,
        b.stake * p.punto_odds AS punto_prize, z.* EXCLUDE (session_key, stake),
        CASE WHEN b.kind = 'cobertura' AND b.banca_first_points = p.cobertura_points THEN
            CASE WHEN b.banca_two_points = p.cobertura_wins_on THEN b.stake * p.cobertura_odds
                WHEN b.banca_two_points <> p.cobertura_wins_on THEN -b.stake END END AS cover_profit_due,
        CASE WHEN b.kind = 'cobertura' AND b.banca_first_points = p.cobertura_points THEN
            CASE WHEN b.banca_two_points IN (p.cobertura_wins_on, p.cobertura_may_win_on) THEN b.stake * p.cobertura_odds
                WHEN b.banca_two_points NOT IN (p.cobertura_wins_on, p.cobertura_may_win_on) THEN -b.stake
                END END AS cover_profit_due_with_eight,
        b.principal_at_most * p.cobertura_share AS cover_limit,
        CASE WHEN b.covers_at_least > b.principal_at_most * p.cobertura_share THEN false
            WHEN b.covers_at_most <= b.principal_at_least * p.cobertura_share THEN true END AS cover_is_within_limit
    FROM fact.bet AS b
    JOIN norm.parameters AS p USING (session_key)
    LEFT JOIN due.box_result AS r ON r.hand_key = b.hand_key AND r.box = b.box
    LEFT JOIN due.banca_prize AS z ON z.session_key = b.session_key AND z.stake = b.stake AND b.kind = 'banca'
),
due_profit AS (
    SELECT *,
        CASE result_due WHEN -1 THEN -stake WHEN 0 THEN 0 WHEN 1 THEN
            CASE kind WHEN 'punto' THEN punto_prize ELSE exact END END AS profit_due,
        CASE result_otherwise WHEN -1 THEN -stake WHEN 1 THEN
            CASE kind WHEN 'punto' THEN punto_prize ELSE exact END END AS profit_otherwise,
        CASE result_due WHEN -1 THEN profit_if_net = -stake WHEN 0 THEN profit_if_net = 0
            WHEN 1 THEN profit_if_net > 0 END AS as_due_net,
        CASE result_due WHEN -1 THEN profit_if_gross = -stake WHEN 0 THEN profit_if_gross = 0
            WHEN 1 THEN profit_if_gross > 0 END AS as_due_gross,
        CASE result_otherwise WHEN -1 THEN profit_if_net = -stake WHEN 0 THEN true
            WHEN 1 THEN profit_if_net > 0 END AS otherwise_net,
        CASE result_otherwise WHEN -1 THEN profit_if_gross = -stake WHEN 0 THEN true
            WHEN 1 THEN profit_if_gross > 0 END AS otherwise_gross
    FROM joined
)
SELECT * EXCLUDE (punto_prize, exact, down_0_01, down_0_10, down_0_50, down_1, down_5,
        nearest_0_01, nearest_0_10, nearest_0_50, nearest_1, nearest_5,
        as_due_net, as_due_gross, otherwise_net, otherwise_gross),
    CASE WHEN result_due = result_otherwise THEN result_due = 1
        WHEN result_due = 1 OR result_otherwise = 1 THEN
            CASE WHEN (profit_if_net > 0) = (profit_if_gross > 0) THEN profit_if_net > 0 END
        WHEN result_due < 1 AND result_otherwise < 1 THEN false END AS bet_won,
    CASE WHEN as_due_net = as_due_gross THEN as_due_net END AS settled_as_due,
    CASE WHEN (as_due_net OR result_due = 0 OR otherwise_net) = (as_due_gross OR result_due = 0 OR otherwise_gross)
        THEN as_due_net OR result_due = 0 OR otherwise_net END AS settled_as_either,
    CASE WHEN (profit_if_net = 0) = (profit_if_gross = 0) THEN profit_if_net = 0 END AS stake_was_returned,
    CASE WHEN (profit_if_net = punto_prize) = (profit_if_gross = punto_prize)
        THEN profit_if_net = punto_prize END AS paid_at_par,
    CASE WHEN (profit_if_net = cover_profit_due) = (profit_if_gross = cover_profit_due)
        THEN profit_if_net = cover_profit_due END AS cover_paid_on_nine,
    CASE WHEN (profit_if_net = cover_profit_due_with_eight) = (profit_if_gross = cover_profit_due_with_eight)
        THEN profit_if_net = cover_profit_due_with_eight END AS cover_paid_with_eight,
    exact AS profit_due_exact,
    CASE WHEN (profit_if_net = exact) = (profit_if_gross = exact) THEN profit_if_net = exact END AS paid_exact,
    down_0_01 AS profit_due_down_0_01, CASE WHEN (profit_if_net = down_0_01) = (profit_if_gross = down_0_01) THEN profit_if_net = down_0_01 END AS paid_down_0_01,
    down_0_10 AS profit_due_down_0_10, CASE WHEN (profit_if_net = down_0_10) = (profit_if_gross = down_0_10) THEN profit_if_net = down_0_10 END AS paid_down_0_10,
    down_0_50 AS profit_due_down_0_50, CASE WHEN (profit_if_net = down_0_50) = (profit_if_gross = down_0_50) THEN profit_if_net = down_0_50 END AS paid_down_0_50,
    down_1 AS profit_due_down_1, CASE WHEN (profit_if_net = down_1) = (profit_if_gross = down_1) THEN profit_if_net = down_1 END AS paid_down_1,
    down_5 AS profit_due_down_5, CASE WHEN (profit_if_net = down_5) = (profit_if_gross = down_5) THEN profit_if_net = down_5 END AS paid_down_5,
    nearest_0_01 AS profit_due_nearest_0_01, CASE WHEN (profit_if_net = nearest_0_01) = (profit_if_gross = nearest_0_01) THEN profit_if_net = nearest_0_01 END AS paid_nearest_0_01,
    nearest_0_10 AS profit_due_nearest_0_10, CASE WHEN (profit_if_net = nearest_0_10) = (profit_if_gross = nearest_0_10) THEN profit_if_net = nearest_0_10 END AS paid_nearest_0_10,
    nearest_0_50 AS profit_due_nearest_0_50, CASE WHEN (profit_if_net = nearest_0_50) = (profit_if_gross = nearest_0_50) THEN profit_if_net = nearest_0_50 END AS paid_nearest_0_50,
    nearest_1 AS profit_due_nearest_1, CASE WHEN (profit_if_net = nearest_1) = (profit_if_gross = nearest_1) THEN profit_if_net = nearest_1 END AS paid_nearest_1,
    nearest_5 AS profit_due_nearest_5, CASE WHEN (profit_if_net = nearest_5) = (profit_if_gross = nearest_5) THEN profit_if_net = nearest_5 END AS paid_nearest_5,
    CASE WHEN result_due = -1 OR result_due <> result_otherwise THEN profit - profit_due END AS loss_at_stake,
    CASE WHEN settled_as_either THEN 0 WHEN result_due <> result_otherwise THEN profit - profit_otherwise
        WHEN result_due = -1 THEN profit - profit_due END AS loss_otherwise,
    CASE WHEN profit < coalesce(profit_due, cover_profit_due) THEN 'player'
        WHEN profit > coalesce(profit_due, cover_profit_due) THEN 'house' END AS owed_to
FROM due_profit
