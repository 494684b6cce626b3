-- table: misawarded
-- The hands in which someone may have been paid other than was due, under some reading: their pots are told.
SELECT DISTINCT s.hand_key
FROM fact.stud_seat AS s
JOIN fact.stud_hand AS h USING (hand_key)
WHERE NOT (went_as_due_high_compare AND went_as_due_high_share AND went_as_due_low_compare AND went_as_due_low_share)
    OR CASE WHEN h.kept = 0 THEN len(list_distinct([s.award, s.due_high_compare_down, s.due_high_compare_up, s.due_high_share_down,
        s.due_high_share_up, s.due_low_compare_down, s.due_low_compare_up, s.due_low_share_down, s.due_low_share_up])) > 1
    ELSE s.award > least(s.due_high_compare_up, s.due_high_share_up, s.due_low_compare_up, s.due_low_share_up) END

-- table: seat_worth
-- One row for each seat that stayed in such a hand: its cards in words (NULL: not known), the ace only high.
-- r: the ranks that tell its combination from its like, the first counting most.
SELECT hand_key, seat, put_in, award, score,
    CASE score >> 20 WHEN 9 THEN 'escalera real de color' WHEN 8 THEN 'escalera de color hasta ' || r[1]
        WHEN 7 THEN 'póker de ' || r[1] WHEN 6 THEN 'full de ' || r[1] || ' y ' || r[2]
        WHEN 5 THEN 'color: ' || array_to_string(r, ' ') WHEN 4 THEN 'escalera hasta ' || r[1]
        WHEN 3 THEN 'trío de ' || r[1] WHEN 2 THEN 'dos pares, ' || r[1] || ' y ' || r[2] || ', con ' || r[3]
        WHEN 1 THEN 'par de ' || r[1] || ', con ' || array_to_string(r[2:], ' ')
        WHEN 0 THEN 'naipes mayores: ' || array_to_string(r, ' ') END AS worth_es,
    CASE score >> 20 WHEN 9 THEN 'royal flush' WHEN 8 THEN 'straight flush to ' || r[1]
        WHEN 7 THEN 'four of a kind, ' || r[1] WHEN 6 THEN 'full house, ' || r[1] || ' and ' || r[2]
        WHEN 5 THEN 'flush: ' || array_to_string(r, ' ') WHEN 4 THEN 'straight to ' || r[1]
        WHEN 3 THEN 'three of a kind, ' || r[1] WHEN 2 THEN 'two pair, ' || r[1] || ' and ' || r[2] || ', with ' || r[3]
        WHEN 1 THEN 'pair of ' || r[1] || ', with ' || array_to_string(r[2:], ' ')
        WHEN 0 THEN 'high card: ' || array_to_string(r, ' ') END AS worth_en
FROM fact.stud_seat SEMI JOIN fact.misawarded USING (hand_key)
CROSS JOIN LATERAL (SELECT list_transform([16, 12, 8, 4, 0],
    lambda b: ['2', '3', '4', '5', '6', '7', '8', '9', '10', 'J', 'Q', 'K', 'A'][nullif((score >> b) & 15, 0) - 1]) AS r)
WHERE stays

-- table: pot
-- One row for each pot of such a hand: what of each player's money it holds (from `below` to `level`; the last
-- one all above: `top`), its amount, whether some of it is of who folded, how many play for it, and who has the best cards
-- of those, in words.
WITH layer AS (
    SELECT hand_key, put_in AS level, lag(put_in, 1, 0) OVER by_level AS below,
        CASE WHEN lead(put_in) OVER by_level IS NOT NULL THEN put_in ELSE 10000000000 END AS top
    FROM (SELECT DISTINCT hand_key, put_in FROM fact.seat_worth WHERE put_in > 0)
    WINDOW by_level AS (PARTITION BY hand_key ORDER BY put_in)
),
held AS (
    SELECT p.hand_key, p.level, p.below, sum(least(s.put_in, p.top) - least(s.put_in, p.below)) AS amount,
        bool_or(NOT s.stays AND s.put_in > p.below) AS of_folded
    FROM layer AS p JOIN fact.stud_seat AS s USING (hand_key)
    GROUP BY ALL
),
best AS (
    SELECT p.hand_key, p.level, s.seat, s.worth_es, s.worth_en,
        count(*) OVER pot AS playing, s.score IS NOT DISTINCT FROM max(s.score) OVER pot AS is_best
    FROM layer AS p JOIN fact.seat_worth AS s ON s.hand_key = p.hand_key AND s.put_in >= p.level
    WINDOW pot AS (PARTITION BY p.hand_key, p.level)
)
SELECT hand_key, level, below, amount, of_folded, any_value(playing) AS playing, count(*) AS winners,
    string_agg(seat::VARCHAR, ', ' ORDER BY seat) AS seats, any_value(worth_es) AS worth_es, any_value(worth_en) AS worth_en
FROM held JOIN best USING (hand_key, level)
WHERE is_best
GROUP BY ALL

-- table: paid_apart
-- One row for each such hand all of whose pot was paid, and each side: the seats paid more than was due by the
-- reading that the words follow (is_over), or less; how much in all.
SELECT s.hand_key, s.award > s.due_high_compare_down AS is_over,
    regexp_replace(sum(abs(s.award - s.due_high_compare_down))::VARCHAR, '0{1,2}$', '') AS amount,
    CASE WHEN count(*) = 1 THEN 'la plaza ' ELSE 'las plazas ' END
        || regexp_replace(string_agg(s.seat::VARCHAR, ', ' ORDER BY s.seat), ', (\d+)$', ' y \1') AS who_es,
    CASE WHEN count(*) = 1 THEN 'seat ' ELSE 'seats ' END
        || regexp_replace(string_agg(s.seat::VARCHAR, ', ' ORDER BY s.seat), ', (\d+)$', ' and \1')
        || CASE WHEN count(*) = 1 THEN ' was' ELSE ' were' END AS who_en
FROM fact.stud_seat AS s SEMI JOIN fact.misawarded USING (hand_key)
JOIN fact.stud_hand AS h USING (hand_key)
WHERE h.kept = 0 AND s.award <> s.due_high_compare_down
GROUP BY ALL

-- table: pots_told
-- One row for each such hand: its pots, whose each was, and what was paid of them, in words.
-- depends: another reading may give them otherwise, and the words say which one they follow.
-- same_money_*: that what some were paid in excess is just what others lack; nothing where it is not.
WITH told AS (
    SELECT hand_key, level, count(*) OVER (PARTITION BY hand_key) AS pots, below,
        regexp_replace(amount::VARCHAR, '0{1,2}$', '') AS amount, regexp_replace(level::VARCHAR, '0{1,2}$', '') AS top,
        CASE WHEN of_folded THEN ' de cada uno, también de quien se retiró)' ELSE ' de cada uno)' END AS of_each_es,
        CASE WHEN of_folded THEN ' from each, players who folded included)' ELSE ' from each)' END AS of_each_en,
        CASE WHEN playing = 1 THEN ', la única que juega por él' ELSE ' (' || worth_es || ')' END AS why_es,
        CASE WHEN playing = 1 THEN ', the only one playing for it' ELSE ' (' || worth_en || ')' END AS why_en,
        CASE WHEN winners = 1 THEN 'la plaza ' || seats ELSE 'las plazas ' || regexp_replace(seats, ', (\d+)$', ' y \1') || ', por igual' END AS who_es,
        CASE WHEN winners = 1 THEN 'seat ' || seats ELSE 'seats ' || regexp_replace(seats, ', (\d+)$', ' and \1') || ' in equal parts' END AS who_en
    FROM fact.pot
),
paid AS (
    SELECT hand_key, string_agg('plaza ' || seat || ', ' || regexp_replace(award::VARCHAR, '0{1,2}$', ''), '; ' ORDER BY seat) AS paid_es,
        string_agg('seat ' || seat || ', ' || regexp_replace(award::VARCHAR, '0{1,2}$', ''), '; ' ORDER BY seat) AS paid_en
    FROM fact.stud_seat SEMI JOIN fact.misawarded USING (hand_key)
    WHERE award > 0
    GROUP BY hand_key
),
open AS (
    SELECT hand_key, bool_or(
        least(due_high_compare_down, due_high_share_down, due_low_compare_down, due_low_share_down)
            <> greatest(due_high_compare_down, due_high_share_down, due_low_compare_down, due_low_share_down)
        OR least(due_high_compare_up, due_high_share_up, due_low_compare_up, due_low_share_up)
            <> greatest(due_high_compare_up, due_high_share_up, due_low_compare_up, due_low_share_up)) AS depends
    FROM fact.stud_seat SEMI JOIN fact.misawarded USING (hand_key)
    GROUP BY hand_key
),
same AS (
    SELECT o.hand_key, 'que se pagó de más a ' || o.who_es || ' (' || amount || ') es lo que se pagó de menos a ' || u.who_es || '.' AS same_es,
        o.who_en || ' overpaid (' || amount || ') is what ' || u.who_en || ' underpaid.' AS same_en
    FROM fact.paid_apart AS o JOIN fact.paid_apart AS u USING (hand_key, amount)
    WHERE o.is_over AND NOT u.is_over
)
SELECT hand_key,
    CASE WHEN any_value(depends) THEN 'Con el As solo alto y comparando todos los naipes, el ' ELSE 'El ' END
        || string_agg(CASE WHEN pots = 1 THEN 'pozo de ' || amount || ' era de ' WHEN below = 0
            THEN 'pozo principal, de ' || amount || ' (hasta ' || top || of_each_es || ', era de '
            ELSE '; el lateral, de ' || amount || ' (lo que pasa de ahí, hasta ' || top || of_each_es || ', de ' END
            || who_es || why_es, '' ORDER BY level) || '.' AS pots_es,
    CASE WHEN any_value(depends) THEN 'With the ace only high and every card compared, the ' ELSE 'The ' END
        || string_agg(CASE WHEN pots = 1 THEN 'pot of ' || amount || ' was for ' WHEN below = 0
            THEN 'main pot, of ' || amount || ' (up to ' || top || of_each_en || ', was for '
            ELSE '; the side pot, of ' || amount || ' (what goes beyond that, up to ' || top || of_each_en || ', for ' END
            || who_en || why_en, '' ORDER BY level) || '.' AS pots_en,
    coalesce(any_value(paid_es), 'nada') AS paid_es, coalesce(any_value(paid_en), 'nothing') AS paid_en,
    coalesce(CASE WHEN any_value(depends) THEN ' Por esa lectura, lo ' ELSE ' Lo ' END || any_value(same_es), '') AS same_money_es,
    coalesce(CASE WHEN any_value(depends) THEN ' By that reading, what ' ELSE ' What ' END || any_value(same_en), '') AS same_money_en
FROM told LEFT JOIN paid USING (hand_key) JOIN open USING (hand_key) LEFT JOIN same USING (hand_key)
GROUP BY hand_key

-- table: misopened
-- The actions that opened a round out of turn, or the first without a bet.
SELECT a.event_key, a.hand_key, a.street, e.seq
FROM fact.stud_action AS a
JOIN log.events AS e USING (event_key)
WHERE a.opens AND (NOT a.in_turn OR (a.street = 3 AND e.type NOT IN ('bring_in', 'bet', 'raise')))

-- table: shown
-- One row for each of those and seat then in play: its exposed cards, in the order dealt. has_chips: it could bet.
WITH acted AS (
    SELECT o.event_key, e.seat, bool_or(e.type = 'fold') AS folded, bool_or(a.is_all_in) AS is_all_in
    FROM fact.misopened AS o
    JOIN log.events AS e ON e.hand_key = o.hand_key AND e.seq < o.seq
    JOIN fact.stud_action AS a ON a.event_key = e.event_key
    GROUP BY ALL
)
SELECT o.event_key, d.seat, min(d.idx) AS door_idx, arg_min(strpos('23456789TJQKA', substr(c.card, 1, 1)), d.idx) AS door_rank,
    string_agg(replace(substr(c.card, 1, 1), 'T', '10') || translate(substr(c.card, 2, 1), 'SHDC', '♠♥♦♣'), ' ' ORDER BY d.idx) AS cards,
    NOT coalesce(any_value(t.is_all_in), false) AS has_chips
FROM fact.misopened AS o
JOIN fact.dealt AS d ON d.hand_key = o.hand_key AND d.round_dealt BETWEEN 3 AND least(o.street, 6)
JOIN log.cards AS c ON c.hand_key = d.hand_key AND c.idx = d.idx
LEFT JOIN acted AS t ON t.event_key = o.event_key AND t.seat = d.seat
WHERE t.folded IS NOT TRUE
GROUP BY o.event_key, d.seat

-- table: opening_told
-- One row for each of those: what each seat showed, and which showed the lowest card, in the order dealt, in words.
SELECT event_key,
    string_agg('plaza ' || seat || ', ' || cards || CASE WHEN has_chips THEN '' ELSE ' (ya sin fichas)' END, '; ' ORDER BY door_idx) AS shown_es,
    string_agg('seat ' || seat || ', ' || cards || CASE WHEN has_chips THEN '' ELSE ' (all in)' END, '; ' ORDER BY door_idx) AS shown_en,
    CASE WHEN bool_and(has_chips) THEN 'que mostraba los mejores naipes' ELSE 'por los naipes a la vista y por quién tenía aún fichas' END AS due_by_es,
    CASE WHEN bool_and(has_chips) THEN 'which showed the best cards' ELSE 'by the exposed cards and by who still had chips' END AS due_by_en,
    regexp_replace(string_agg('la plaza ' || seat || ' (' || cards || ')', ', ' ORDER BY door_idx) FILTER (is_lowest), '^(.*), ', '\1 y ') AS lowest_es,
    regexp_replace(string_agg('seat ' || seat || ' (' || cards || ')', ', ' ORDER BY door_idx) FILTER (is_lowest), '^(.*), ', '\1 and ') AS lowest_en
FROM (SELECT *, door_rank = min(door_rank) OVER (PARTITION BY event_key) AS is_lowest FROM fact.shown)
GROUP BY event_key
