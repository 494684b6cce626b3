-- table: uptown_roll
-- One row for each throw: whether it wins the Uptown bet (Art. 6 e).
SELECT r.roll_key,
    list_contains(string_split(p.uptown_combinations, ' '), r.dice) AS uptown_came_out
FROM fact.roll_seen AS r JOIN norm.parameters AS p USING (session_key)

-- view: bet
-- One row for each bet, with what the law's settlement gives (Arts. 5 and 6), in the session's currency.
-- bet_wins: NULL for a Pass Line bet of a round that ended level. odds: "a 1", so profit is stake × odds.
-- profit: the payout as profit; where the log does not tell net from gross, only if both readings
-- agree on the bet, and then the one nearer to what is due. owed_to: who was left short, if anyone;
-- owed_to_if_void: the same for a bet that could not stand.
WITH priced AS (
    SELECT f.*,
        CASE f.kind WHEN 'pass_line' THEN p.pass_line_odds WHEN 'fila' THEN p.fila_odds
            WHEN 'columna' THEN p.columna_odds WHEN 'tres' THEN p.tres_odds WHEN 'uptown' THEN p.uptown_odds
            WHEN 'combinacion' THEN CASE WHEN f.selection_is_triple THEN p.tres_odds
                WHEN NOT f.selection_is_triple THEN p.combinacion_odds END END AS odds,
        CASE f.kind WHEN 'uptown' THEN n.uptown_came_out
            WHEN 'pass_line' THEN CASE WHEN f.final_player_point <> f.final_dealer_point
                THEN f.final_player_point > f.final_dealer_point END
            ELSE f.combination_came_out END AS bet_wins,
        f.kind = 'pass_line' AND f.final_player_point = f.final_dealer_point AS round_is_level
    FROM fact.bet AS f
    JOIN norm.parameters AS p USING (session_key)
    LEFT JOIN due.uptown_roll AS n USING (roll_key)
),
settled AS (
    SELECT *, CASE WHEN bet_wins THEN stake * odds WHEN NOT bet_wins THEN -stake END AS profit_due
    FROM priced
),
compared AS (
    SELECT *,
        CASE WHEN round_is_level THEN least(abs(profit_if_net), abs(profit_if_net + stake))
            ELSE abs(profit_if_net - profit_due) END AS net_error,
        CASE WHEN round_is_level THEN least(abs(profit_if_gross), abs(profit_if_gross + stake))
            ELSE abs(profit_if_gross - profit_due) END AS gross_error
    FROM settled
),
paid AS (
    SELECT * EXCLUDE (net_error, gross_error, round_is_level),
        CASE WHEN payout_basis_is_known THEN profit_if_net
            WHEN (net_error = 0) <> (gross_error = 0) THEN NULL
            WHEN net_error <= gross_error THEN profit_if_net
            WHEN net_error IS NOT NULL THEN profit_if_gross END AS profit
    FROM compared
)
SELECT *,
    CASE WHEN profit < profit_due THEN 'player' WHEN profit > profit_due THEN 'house' END AS owed_to,
    CASE WHEN profit < 0 THEN 'player' WHEN profit > 0 THEN 'house' END AS owed_to_if_void
FROM paid
