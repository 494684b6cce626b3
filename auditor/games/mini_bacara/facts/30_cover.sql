-- table: cover
-- One row for each bet of cobertura: its own stake, and the bet that it names as its principal.
SELECT c.bet_key, c.hand_key, c.player_id, c.stake, c.parent_bet_id IS NOT NULL AS names_principal,
    p.bet_key AS principal_key, p.kind AS principal_kind, p.stake AS principal_stake
FROM log.bets AS c
LEFT JOIN log.bets AS p ON p.hand_key = c.hand_key AND p.bet_id = c.parent_bet_id
WHERE c.kind = 'cobertura'

-- table: cover_of_player
-- One row for each hand and player who laid a cobertura: all that he laid on it, and on Punto and Banca.
SELECT c.hand_key, c.player_id, c.covers,
    min(m.stake) FILTER (m.kind = 'punto') AS least_punto, max(m.stake) FILTER (m.kind = 'punto') AS most_punto,
    count(m.bet_key) FILTER (m.kind = 'punto') AS punto_bets, count(m.bet_key) FILTER (m.kind = 'banca') AS banca_bets
FROM (
    SELECT hand_key, player_id, sum(stake) AS covers
    FROM fact.cover
    WHERE player_id IS NOT NULL
    GROUP BY hand_key, player_id
) AS c
LEFT JOIN log.bets AS m ON m.hand_key = c.hand_key AND m.player_id = c.player_id AND m.kind IN ('punto', 'banca')
GROUP BY c.hand_key, c.player_id, c.covers

-- table: hand_with_nameless
-- The hands with a bet on Punto or Banca whose player is not recorded, among those with a cobertura.
SELECT DISTINCT hand_key
FROM log.bets
WHERE kind IN ('punto', 'banca') AND player_id IS NULL AND hand_key IN (SELECT hand_key FROM fact.cover)

-- table: cover_bounds
-- One row for each cobertura: between which bounds its principal, and all coberturas of that principal, lie.
-- A principal not named is one of the player's own bets: the bounds meet where there is only one.
-- principal_is_punto: NULL where the player bet on both, or some bet of the hand may be missing or the player's.
WITH shared AS (
    SELECT hand_key, principal_key, sum(stake) AS covers
    FROM fact.cover
    WHERE principal_key IS NOT NULL
    GROUP BY hand_key, principal_key
),
unnamed AS (
    SELECT hand_key, coalesce(sum(stake) FILTER (NOT names_principal), 0) AS covers,
        bool_or(player_id IS NULL AND NOT names_principal) AS of_unknown_player
    FROM fact.cover
    GROUP BY hand_key
)
SELECT c.bet_key,
    CASE WHEN c.names_principal THEN c.principal_stake WHEN h.all_are_known THEN p.least_punto END AS principal_at_least,
    CASE WHEN c.names_principal THEN c.principal_stake WHEN h.all_are_known THEN p.most_punto END AS principal_at_most,
    CASE WHEN c.names_principal THEN s.covers ELSE c.stake END AS covers_at_least,
    CASE WHEN h.bets_complete AND c.names_principal THEN s.covers + u.covers
        WHEN h.bets_complete AND NOT u.of_unknown_player THEN p.covers END AS covers_at_most,
    CASE WHEN c.names_principal THEN c.principal_kind = 'punto'
        WHEN h.all_are_known AND p.punto_bets > 0 AND p.banca_bets = 0 THEN true
        WHEN h.all_are_known AND p.punto_bets = 0 THEN false END AS principal_is_punto
FROM fact.cover AS c
JOIN (
    SELECT hand_key, bets_complete,
        bets_complete AND hand_key NOT IN (SELECT hand_key FROM fact.hand_with_nameless) AS all_are_known
    FROM log.hands
) AS h USING (hand_key)
JOIN unnamed AS u USING (hand_key)
LEFT JOIN shared AS s ON s.hand_key = c.hand_key AND s.principal_key = c.principal_key
LEFT JOIN fact.cover_of_player AS p ON p.hand_key = c.hand_key AND p.player_id = c.player_id
