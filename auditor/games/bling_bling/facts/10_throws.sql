-- table: round_step
-- One row for each round. lost_rolls: rounds up to this one, in the session, of which a throw was lost.
-- before_key: the round before it; NULL for the first, or where a round of the session was lost.
-- before_complete: no throw of the round that comes before it in the log was lost.
SELECT h.hand_key, h.rolls_complete, s.hands_complete,
    CASE WHEN s.hands_complete THEN lag(h.hand_key) OVER (PARTITION BY h.session_key ORDER BY h.hand_key) END AS before_key,
    lag(h.rolls_complete) OVER (PARTITION BY h.session_key ORDER BY h.hand_key) AS before_complete,
    count(*) FILTER (NOT h.rolls_complete) OVER (PARTITION BY h.session_key ORDER BY h.hand_key) AS lost_rolls
FROM log.hands AS h JOIN log.sessions AS s USING (session_key)

-- table: roll_seen
-- One row for each throw: what the dice show, and the throw before it at the table.
-- dice: in order of size, as 1-1-6 (NULL where a die is missing or is none); dice_code: 116.
-- pair_shown, third_shown: the number on two dice and the number beside it (of a triple, both are
-- its number); 0 where the three dice differ. balance: 1 the player's point is higher, -1 lower, 0 level.
-- previous_*: of the throw before, also in an earlier round; NULL where it is not sure to be that one.
WITH thrown AS (
    SELECT r.roll_key, r.hand_key, r.session_key, r.roll_id, r.seq, r.happened_at, r.shooter_seat,
        r.player_point, r.dealer_point, sign(r.player_point - r.dealer_point)::BIGINT AS balance,
        h.rolls_complete, h.hands_complete, h.lost_rolls,
        r.d1 BETWEEN 1 AND 6 AND r.d2 BETWEEN 1 AND 6 AND r.d3 BETWEEN 1 AND 6 AS dice_are_possible,
        least(r.d1, r.d2, r.d3) AS low, greatest(r.d1, r.d2, r.d3) AS high, r.d1 + r.d2 + r.d3 AS total
    FROM log.rolls AS r JOIN fact.round_step AS h USING (hand_key)
),
ordered AS (
    SELECT *, total - low - high AS mid,
        lag({'hand': hand_key, 'seq': seq, 'thrown_at': happened_at,
            'is_whole': rolls_complete, 'lost': lost_rolls})
            OVER (PARTITION BY session_key ORDER BY roll_key) AS before
    FROM thrown
),
judged AS (
    SELECT *, before.hand = hand_key AS in_same_round, before.thrown_at AS before_at, before.seq AS before_seq,
        rolls_complete AND CASE WHEN before.hand = hand_key THEN before.seq < seq
            ELSE hands_complete AND before.is_whole AND before.lost = lost_rolls END AS before_is_sure
    FROM ordered
)
SELECT roll_key, hand_key, session_key, roll_id, seq, happened_at, shooter_seat,
    player_point, dealer_point, balance, dice_are_possible,
    CASE WHEN dice_are_possible THEN 100 * low + 10 * mid + high END AS dice_code,
    CASE WHEN dice_are_possible THEN low::VARCHAR || '-' || mid::VARCHAR || '-' || high::VARCHAR END AS dice,
    CASE WHEN dice_are_possible THEN CASE WHEN mid IN (low, high) THEN mid ELSE 0 END END AS pair_shown,
    CASE WHEN dice_are_possible
        THEN CASE WHEN mid = low THEN high WHEN mid = high THEN low ELSE 0 END END AS third_shown,
    CASE WHEN before IS NOT NULL THEN true
        WHEN hands_complete AND rolls_complete AND lost_rolls = 0 THEN false END AS has_previous,
    CASE WHEN before_is_sure AND before_at <= happened_at THEN before_at END AS previous_rolled_at,
    in_same_round AS is_rethrow, coalesce(in_same_round AND before_seq = seq, false) AS seq_is_repeated,
    CASE WHEN in_same_round AND rolls_complete THEN before_seq END AS previous_seq,
    CASE WHEN in_same_round AND rolls_complete THEN before_at END AS previous_at_in_round
FROM judged

-- table: round_points
-- One row for each round with throws: where it was decided, and by which points (Art. 5).
-- first_decided: the first throw whose points differ; first_unknown: the first without its points.
-- final_*_point: of the first throw that is not level (one without its points may decide), or of the
-- last one where all are level; NULL if not sure.
WITH counted AS (
    SELECT hand_key, count(*) AS rolls, max(seq) AS last_seq,
        NOT bool_or(seq_is_repeated) AS rolls_are_in_order, bool_and(balance IS NOT DISTINCT FROM 0) AS is_level,
        min(seq) FILTER (balance <> 0) AS first_decided,
        min(seq) FILTER (balance IS NULL) AS first_unknown,
        arg_min({'player': player_point, 'dealer': dealer_point}, seq) FILTER (balance IS DISTINCT FROM 0) AS deciding,
        arg_max({'player': player_point, 'dealer': dealer_point}, seq) AS latest
    FROM fact.roll_seen
    GROUP BY hand_key
),
sure AS (
    SELECT c.*, h.rolls_complete AND c.rolls_are_in_order AS is_whole
    FROM counted AS c JOIN log.hands AS h USING (hand_key)
),
ended AS (
    SELECT *, CASE WHEN NOT is_whole THEN NULL WHEN is_level THEN latest ELSE deciding END AS final FROM sure
)
SELECT hand_key, rolls, last_seq, first_decided, first_unknown, is_whole,
    final.player AS final_player_point, final.dealer AS final_dealer_point
FROM ended
