-- table: repeated_deal
-- One row for each session in which a whole deal was played that also stands in another session of its
-- casino: hands from North on, the session's id, dates, opening, closing and first time of play. Small: repeats only.
WITH written AS (
    SELECT s.casino_id, s.session_id, s.date_earliest, s.date_latest, s.opened_at, s.closed_at, b.played_at,
        replace(replace(upper(trim(regexp_replace(b.deal, '\s+', ' ', 'g'))), '10', 'T'), ': ', ':') AS deal
    FROM log.boards AS b JOIN log.sessions AS s USING (session_key)
),
readable AS (
    SELECT *, strpos('NESW', deal[1]) AS first_seat,
        CASE WHEN regexp_full_match(deal, '.:(((A?K?Q?J?T?9?8?7?6?5?4?3?2?\.){3}A?K?Q?J?T?9?8?7?6?5?4?3?2?) ?){4}')
        THEN string_split(deal[3:], ' ')
        ELSE list_transform(string_split(deal[3:], ' '), lambda hand:
            array_to_string(list_transform(string_split(hand, '.'), lambda held:
                translate(array_to_string(list_sort(string_split(
                    translate(held, 'AKQJT98765432', 'abcdefghijklm'), '')), ''),
                    'abcdefghijklm', 'AKQJT98765432')), '.'))
        END AS held
    FROM written
    WHERE length(deal) = 69 AND regexp_full_match(deal, '[NESW]:[AKQJT2-9]*(\.[AKQJT2-9]*){3}( [AKQJT2-9]*(\.[AKQJT2-9]*){3}){3}')
),
played AS (
    SELECT casino_id, session_id, any_value(date_earliest) AS date_earliest, any_value(date_latest) AS date_latest,
        any_value(opened_at) AS opened_at, any_value(closed_at) AS closed_at,
        CASE WHEN count(played_at) = count(*) THEN min(played_at) END AS first_played_at,
        held[(5 - first_seat) % 4 + 1] || ' ' || held[(6 - first_seat) % 4 + 1] || ' '
            || held[(7 - first_seat) % 4 + 1] || ' ' || held[(8 - first_seat) % 4 + 1] AS hands
    FROM readable
    GROUP BY casino_id, session_id, hands
)
SELECT * FROM played QUALIFY count(*) OVER (PARTITION BY casino_id, hands) > 1

-- table: lost_boards
-- One row for each casino of which a board was lost: the first day on which one may have been played
-- (the first of all days where that session is undated). A deal absent from the store may be among them.
SELECT casino_id, min(coalesce(date_earliest, DATE '0001-01-01')) AS first_day
FROM log.sessions WHERE NOT boards_complete
GROUP BY casino_id
