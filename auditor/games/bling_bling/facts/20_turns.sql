-- table: pass_bettors
-- One row for each round that one throw did not decide: the seats that bet on the Pass Line, in order.
-- seats_are_known: every such bet is there, and tells its seat. A seat stands for its player.
SELECT p.hand_key, h.bets_complete AND count(b.bet_key) = count(b.seat) AS seats_are_known,
    list_sort(list_distinct(coalesce(list(b.seat) FILTER (b.seat IS NOT NULL), []))) AS seats
FROM fact.round_points AS p
JOIN log.hands AS h USING (hand_key)
LEFT JOIN log.bets AS b ON b.hand_key = p.hand_key AND b.kind = 'pass_line'
WHERE p.rolls > 1 OR p.first_decided IS NULL
GROUP BY p.hand_key, h.bets_complete

-- table: turn
-- One row for each throw of such a round: whose turn it was, and who had thrown (Art. 5).
-- round_is_open: every throw before it was level. waiting_*: pass bettors who had not thrown before it,
-- or not with it; had_all_thrown, have_all_thrown: there was none such.
-- next_seat_up, next_seat_down: after the thrower before, the next pass bettor who has not thrown, in
-- either direction; NULL where nobody is left, or it is not sure who is.
WITH shot AS (
    SELECT r.roll_key, r.hand_key, r.seq, r.happened_at, r.shooter_seat, r.balance, q.seats,
        p.is_whole AS rolls_are_known, q.seats_are_known, p.first_decided, p.first_unknown,
        coalesce(list(r.shooter_seat) OVER earlier, []) AS thrown_before,
        count(*) OVER earlier = count(r.shooter_seat) OVER earlier AS throwers_are_known,
        lag(r.shooter_seat) OVER round_order AS previous_seat
    FROM fact.roll_seen AS r
    JOIN fact.pass_bettors AS q USING (hand_key)
    JOIN fact.round_points AS p USING (hand_key)
    WINDOW round_order AS (PARTITION BY r.hand_key ORDER BY r.roll_key),
        earlier AS (PARTITION BY r.hand_key ORDER BY r.roll_key ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING)
),
waited AS (
    SELECT *, throwers_are_known AND rolls_are_known AS before_is_known,
        throwers_are_known AND rolls_are_known AND shooter_seat IS NOT NULL AS now_is_known,
        list_filter(seats, lambda seat: NOT list_contains(thrown_before, seat)) AS waiting_seats,
        len(list_filter(seats, lambda seat: NOT list_contains(list_append(thrown_before, shooter_seat), seat)))
            AS waiting_after
    FROM shot
)
SELECT roll_key, hand_key, seq, happened_at,
    CASE WHEN len(seats) > 0 THEN true WHEN seats_are_known THEN false END AS has_pass_bettors,
    CASE WHEN NOT rolls_are_known THEN NULL
        WHEN first_decided < seq THEN false
        WHEN first_unknown < seq THEN NULL
        ELSE true END AS round_is_open,
    balance = 0 AS points_are_level,
    CASE WHEN len(waiting_seats) > 0 AND before_is_known THEN false
        WHEN len(waiting_seats) = 0 AND seats_are_known THEN true END AS had_all_thrown,
    CASE WHEN waiting_after > 0 AND now_is_known THEN false
        WHEN waiting_after = 0 AND seats_are_known THEN true END AS have_all_thrown,
    CASE WHEN list_contains(thrown_before, shooter_seat) THEN true
        WHEN before_is_known AND shooter_seat IS NOT NULL THEN false END AS shooter_has_thrown,
    CASE WHEN seats_are_known AND before_is_known THEN
        coalesce(list_min(list_filter(waiting_seats, lambda seat: seat > previous_seat)), list_min(waiting_seats))
        END AS next_seat_up,
    CASE WHEN seats_are_known AND before_is_known THEN
        coalesce(list_max(list_filter(waiting_seats, lambda seat: seat < previous_seat)), list_max(waiting_seats))
        END AS next_seat_down
FROM waited

-- table: round_end
-- One row for each such round: whether all its pass bettors threw and every throw was level, and
-- whether the round was over then (no throw came after). NULL where the log leaves it open.
-- ended_level_at: when the last of them threw.
WITH ends AS (
    SELECT t.hand_key, t.seq, t.happened_at,
        t.has_pass_bettors AND t.round_is_open AND t.points_are_level AND t.have_all_thrown AS is_end
    FROM fact.turn AS t
),
rounds AS (
    SELECT hand_key, bool_or(is_end) AS is_seen, count(*) = count(is_end) AS is_certain,
        min(seq) FILTER (is_end) AS end_seq, arg_min_null(happened_at, seq) FILTER (is_end) AS ended_level_at
    FROM ends
    GROUP BY hand_key
)
SELECT r.hand_key, r.ended_level_at,
    CASE WHEN r.is_seen THEN true WHEN r.is_certain AND p.is_whole THEN false END AS all_threw_and_tied,
    r.end_seq = p.last_seq AS round_was_concluded
FROM rounds AS r JOIN fact.round_points AS p USING (hand_key)

-- table: round_before
-- One row for each round: whether the one before it ended with all its pass bettors level, and when (NULL:
-- the log does not tell, as where it has no throw of it).
SELECT o.hand_key, e.ended_level_at AS tied_at,
    CASE WHEN e.hand_key IS NOT NULL THEN e.all_threw_and_tied
        WHEN o.before_key IS NULL AND NOT o.hands_complete THEN NULL
        WHEN o.before_key IS NULL OR (o.before_complete AND p.hand_key IS NOT NULL) THEN false END AS follows_tied_round
FROM fact.round_step AS o
LEFT JOIN fact.round_points AS p ON p.hand_key = o.before_key
LEFT JOIN fact.round_end AS e ON e.hand_key = o.before_key
