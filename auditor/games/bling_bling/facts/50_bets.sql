-- table: choice
-- One row for each selection as it is written in the log, and the numbers that can be read in it.
-- one_number: where it holds one (a row, a column, a triple); least to greatest: where it holds three,
-- in order of size (2-2-6, or 226). NULL where it cannot be read so.
WITH written AS (
    SELECT DISTINCT selection, regexp_extract_all(selection, '\d{1,4}')::BIGINT[] AS numbers
    FROM log.bets
    WHERE selection IS NOT NULL
),
parted AS (
    SELECT selection, list_sort(CASE WHEN len(numbers) = 1 AND numbers[1] BETWEEN 100 AND 999
        THEN [numbers[1] // 100, numbers[1] // 10 % 10, numbers[1] % 10] ELSE numbers END) AS numbers
    FROM written
)
SELECT selection,
    CASE WHEN len(numbers) = 1 THEN numbers[1] END AS one_number,
    CASE WHEN len(numbers) = 3 THEN numbers[1] END AS least,
    CASE WHEN len(numbers) = 3 THEN numbers[2] END AS middle,
    CASE WHEN len(numbers) = 3 THEN numbers[3] END AS greatest
FROM parted

-- table: payout_kept
-- One row for each session: whether every bet, none, or only some tell if their payout is net or gross.
SELECT b.session_key, count(b.payout_basis) = 0 AND s.bets_complete AND s.hands_complete AS basis_is_never_told
FROM log.bets AS b JOIN log.sessions AS s USING (session_key)
GROUP BY b.session_key, s.bets_complete, s.hands_complete

-- view: bet
-- One row for each bet: what was staked on what, whether it came out, and what was paid.
-- selection_is_on_cloth: it is one of those drawn on the table (six rows, columns and triples; 36 in all).
-- dice, rolled_at, previous_rolled_at: of the throw that it rides on, and of the one before it.
-- combination_came_out: of a row, column, combination or triple. final_*_point: of the round (Pass Line).
-- follows_tied_round, tied_at: the round before ended with all its pass bettors level, at that time.
-- profit_if_net, profit_if_gross: payout as profit, by either reading; the same where the log tells which.
-- *_bet_limit: the limits in force when it was placed; before_*: those just before that very moment.
WITH joined AS (
    SELECT b.*, h.started_at, r.roll_key, r.dice, r.dice_code, r.pair_shown, r.third_shown, r.hand_key AS roll_hand_key,
        r.happened_at AS rolled_at, r.has_previous AS roll_has_previous, r.previous_rolled_at,
        p.final_player_point, p.final_dealer_point, h.ended_at,
        c.one_number, c.least, c.middle, c.greatest, c.least = c.greatest AS is_triple,
        coalesce(b.payout_basis, CASE WHEN k.basis_is_never_told THEN 'net' END) AS basis,
        b.placed_at = l.from_at AS is_at_change, l.least_bet, l.most_bet, l.before_least_bet, l.before_most_bet,
        t.only_least_bet, t.only_most_bet, o.follows_tied_round, o.tied_at
    FROM log.bets AS b
    JOIN log.hands AS h USING (hand_key)
    JOIN fact.round_before AS o USING (hand_key)
    JOIN fact.limits_of_session AS t ON t.session_key = b.session_key
    JOIN fact.payout_kept AS k ON k.session_key = b.session_key
    LEFT JOIN fact.roll_seen AS r ON r.session_key = b.session_key AND r.roll_id = b.roll_id
    LEFT JOIN fact.round_points AS p ON p.hand_key = b.hand_key
    LEFT JOIN fact.choice AS c ON c.selection = b.selection
    LEFT JOIN fact.limits_in_force AS l
        ON l.session_key = b.session_key AND b.placed_at >= l.from_at AND b.placed_at < l.until_at
)
SELECT bet_id AS subject, session_key, hand_key, NULL::BIGINT AS shoe_key,
    coalesce(placed_at, rolled_at, started_at) AS happened_at, player_id,
    source_name, source_sha256, source_record, roll_key,
    kind, kind <> 'pass_line' AS is_side_bet, selection, stake, roll_id, placed_at,
    is_triple AS selection_is_triple,
    CASE WHEN kind IN ('fila', 'columna') THEN one_number BETWEEN 1 AND 6
        WHEN kind = 'combinacion' THEN middle IN (least, greatest) AND least >= 1 AND greatest <= 6
        WHEN kind = 'tres' THEN coalesce(one_number BETWEEN 1 AND 6, is_triple AND least BETWEEN 1 AND 6)
        END AS selection_is_on_cloth,
    dice, rolled_at, roll_has_previous, previous_rolled_at, roll_hand_key = hand_key AS roll_is_of_round,
    CASE kind WHEN 'fila' THEN pair_shown = one_number
        WHEN 'columna' THEN third_shown = one_number
        WHEN 'combinacion' THEN dice_code = 100 * least + 10 * middle + greatest
        WHEN 'tres' THEN dice_code = 111 * coalesce(one_number, CASE WHEN is_triple THEN least END)
        END AS combination_came_out,
    final_player_point, final_dealer_point, ended_at AS round_ended_at, follows_tied_round, tied_at,
    CASE WHEN basis = 'gross' THEN payout - stake ELSE payout END AS profit_if_net,
    CASE WHEN basis = 'net' THEN payout ELSE payout - stake END AS profit_if_gross,
    basis IS NOT NULL AS payout_basis_is_known,
    coalesce(only_least_bet, least_bet) AS least_bet_limit, coalesce(only_most_bet, most_bet) AS most_bet_limit,
    coalesce(only_least_bet, CASE WHEN is_at_change THEN before_least_bet ELSE least_bet END) AS before_least_bet_limit,
    coalesce(only_most_bet, CASE WHEN is_at_change THEN before_most_bet ELSE most_bet END) AS before_most_bet_limit
FROM joined
