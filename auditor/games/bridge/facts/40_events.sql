-- table: keeping
-- One row for each session: whether what its events do not show did not happen. events_are_whole: the
-- log keeps such events, none was lost, and each belongs to a board that is there. Shuffles and auctions
-- are routine, and many logs keep only what went wrong: that one is missing says something only where the
-- session has others (or, of auctions, names the family).
SELECT s.session_key,
    s.records_bridge AND s.events_complete AND coalesce(e.all_placed, true) AS events_are_whole,
    e.has_shuffles AS shuffles_are_kept,
    e.attendance_is_placed,
    e.has_orders, e.has_loose_orders,
    e.has_auctions OR list_contains(string_split(s.recorded, ' '), 'bridge') AS auctions_are_kept
FROM log.sessions AS s
LEFT JOIN (
    SELECT session_key, bool_or(type = 'shuffled') AS has_shuffles,
        bool_and(board_key IS NOT NULL) FILTER (type = 'attendance') AS attendance_is_placed,
        bool_or(type = 'director_order') AS has_orders,
        bool_or(type = 'director_order' AND board_key IS NULL) AS has_loose_orders,
        bool_or(type IN ('auction_started', 'auction_ended')) AS has_auctions,
        bool_and(board_key IS NOT NULL) FILTER (type IN (
            'shuffled', 'cut_requested', 'cut_done', 'card_seen', 'auction_started', 'misdeal_found',
            'redeal', 'auction_ended')) AS all_placed
    FROM log.events GROUP BY session_key
) AS e USING (session_key)

-- table: board_event
-- One row for each event of a board, beside what comes before and after it for that board at any table
-- (set_*: the board is dealt once, whichever copy the event names) or at its own table (board_*).
-- is_whole: what its session does not show did not happen.
SELECT e.event_key, k.events_are_whole AS is_whole, e.board_key, c.set_key, e.seq, e.type, e.detail, e.actor,
    min(CASE WHEN e.type = 'auction_started' THEN e.seq END) OVER before_it AS set_auction_before,
    min(CASE WHEN e.type = 'auction_started' THEN e.seq END) OVER after_it AS set_auction_after,
    min(CASE WHEN e.type = 'redeal' THEN e.seq END) OVER after_it AS set_redeal_after,
    min(CASE WHEN e.type = 'cut_done' THEN e.seq END) OVER after_it AS set_cut_after,
    count(*) FILTER (e.type IN ('card_seen', 'misdeal_found')) OVER before_it AS set_irregularities_before,
    count(*) FILTER (e.type = 'director_order') OVER before_it AS set_orders_before,
    count(*) FILTER (e.type = 'auction_ended' AND lower(trim(e.detail)) = 'passed_out') OVER board_before
        AS board_pass_outs_before,
    count(*) FILTER (e.type = 'auction_ended' AND e.detail IS NULL) OVER board_before
        AS board_endings_untold_before,
    min(CASE WHEN e.type = 'redeal' THEN e.seq END) OVER board_after AS board_redeal_after,
    arg_min_null(e.detail, CASE WHEN e.type = 'redeal' THEN e.seq END) OVER board_after AS board_next_replaced_deal
FROM log.events AS e JOIN fact.copy AS c USING (board_key) JOIN fact.keeping AS k USING (session_key)
WINDOW before_it AS (PARTITION BY c.set_key ORDER BY e.seq ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING),
    after_it AS (PARTITION BY c.set_key ORDER BY e.seq ROWS BETWEEN 1 FOLLOWING AND UNBOUNDED FOLLOWING),
    board_before AS (PARTITION BY e.board_key ORDER BY e.seq ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING),
    board_after AS (PARTITION BY e.board_key ORDER BY e.seq ROWS BETWEEN 1 FOLLOWING AND UNBOUNDED FOLLOWING)

-- table: cut
-- One row for each board that has requests for a cut: whether a cut followed every one of them, before
-- the auction. NULL where the events are not whole.
SELECT board_key,
    CASE WHEN bool_and(is_whole) THEN bool_and(
        coalesce(set_cut_after < set_auction_after, set_cut_after IS NOT NULL)) END AS every_cut_was_made
FROM fact.board_event
WHERE type = 'cut_requested'
GROUP BY board_key


-- table: redealt
-- One row for each redeal: the hands that it replaced (its detail, a deal in PBN) and those that took
-- their place (what the next redeal of that board replaced, or the board's own deal), both from North on.
-- NULL where the log does not tell them, or its events are not whole.
WITH redeal AS (
    SELECT x.event_key, x.detail,
        CASE WHEN NOT x.is_whole THEN NULL WHEN x.board_redeal_after IS NULL THEN b.deal
            ELSE x.board_next_replaced_deal END AS next_deal
    FROM fact.board_event AS x JOIN log.boards AS b USING (board_key)
    WHERE x.type = 'redeal'
),
written AS (
    SELECT event_key, false AS is_new, detail AS deal FROM redeal
    UNION ALL SELECT event_key, true, next_deal FROM redeal
),
readable AS (
    SELECT event_key, is_new, strpos('NESW', upper(trim(deal))[1]) AS first_seat,
        list_transform(string_split(upper(trim(regexp_replace(replace(deal, '10', 'T'), '\s+', ' ', 'g')))[3:], ' '), lambda hand:
            array_to_string(list_transform(string_split(hand, '.'), lambda held:
                translate(array_to_string(list_sort(string_split(
                    translate(held, 'AKQJT98765432', 'abcdefghijklm'), '')), ''),
                    'abcdefghijklm', 'AKQJT98765432')), '.')) AS held
    FROM written
),
turned AS (
    SELECT event_key, is_new, held[(5 - first_seat) % 4 + 1] || ' ' || held[(6 - first_seat) % 4 + 1] || ' '
        || held[(7 - first_seat) % 4 + 1] || ' ' || held[(8 - first_seat) % 4 + 1] AS hands
    FROM readable WHERE len(held) = 4 AND first_seat > 0
)
SELECT event_key, any_value(hands) FILTER (NOT is_new) AS replaced_hands,
    any_value(hands) FILTER (is_new) AS new_hands
FROM turned GROUP BY event_key
