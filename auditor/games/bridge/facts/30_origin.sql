-- table: whole_deal
-- One row for each board with a readable deal. deal_is_whole: four hands of thirteen cards, none twice.
-- deal_is_sorted: each hand has in every suit each fourth card of it, or one suit entire, or the end of
-- one suit and the beginning of another, as when a pack in order of suits, cut or not, is dealt out card
-- by card, or in four packets. NULL for a deal that is not whole.
SELECT board_key, hands, is_whole AS deal_is_whole,
    CASE WHEN is_whole THEN regexp_full_match(hands,
        '((AK95|K95|AT62|T62|J73|Q84)[. ]?){16}') OR regexp_full_match(hands, '(\.*AKQJT98765432\.* ?){4}')
        OR (regexp_full_match(hands, '(\.*[AKQJT2-9]+\.+[AKQJT2-9]+\.* ?){4}')
            AND len(list_filter(regexp_extract_all(hands, '[AKQJT2-9]+'), lambda held:
                starts_with('KQJT98765432', ltrim(held, 'A')) OR ends_with('KQJT98765432', ltrim(held, 'A')))) = 8)
        END AS deal_is_sorted
FROM (
    SELECT h.board_key, h.hands,
        c.fewest_cards = 13 AND c.most_cards = 13 AND c.cards_repeated = 0 AS is_whole
    FROM fact.held AS h JOIN fact.cards_seen AS c USING (board_key)
)

-- table: prior_pack
-- One row for each board whose log tells the order of the pack before the shuffle, card by card (`AS` or
-- `SA`): the hands that come of it undisturbed, dealt one by one (a list of four) and in four packets.
WITH pack AS (
    SELECT b.board_key, list_transform(
        regexp_extract_all(replace(upper(b.prior_order), '10', 'T'), '[AKQJT2-9][SHDC]|[SHDC][AKQJT2-9]'),
        lambda card: CASE WHEN contains('SHDC', card[1]) THEN card[2] || card[1] ELSE card END) AS cards
    FROM log.boards AS b WHERE b.prior_order IS NOT NULL
),
dealt AS (
    SELECT board_key,
        list_transform([1, 2, 3, 4], lambda seat: list_filter(cards, lambda card, place: place % 4 = seat % 4)) AS one_by_one,
        [cards[1:13], cards[14:26], cards[27:39], cards[40:52]] AS in_packets
    FROM pack WHERE len(cards) = 52 AND list_unique(cards) = 52
),
ranks AS (
    SELECT string_split('AKQJT98765432', '') AS rank
)
SELECT board_key,
    list_transform(one_by_one, lambda hand: array_to_string(list_transform(['S', 'H', 'D', 'C'], lambda suit:
        array_to_string(list_filter(rank, lambda r: list_contains(hand, r || suit)), '')), '.')) AS one_by_one,
    list_transform(in_packets, lambda hand: array_to_string(list_transform(['S', 'H', 'D', 'C'], lambda suit:
        array_to_string(list_filter(rank, lambda r: list_contains(hand, r || suit)), '')), '.')) AS in_packets
FROM dealt, ranks

-- table: prior_order
-- One row for each board whose log tells the order of the pack before the shuffle (fifty-two cards, or
-- a word). prior_order_is_sorted: the word says so; NULL where there is none: then the hands show it.
-- deal_follows_prior_order: the hands are those of the pack as it lay, cut or not, whoever was dealt first.
SELECT b.board_key,
    CASE WHEN lower(trim(b.prior_order)) IN ('sorted', 'ordered', 'new', 'ordenado', 'nuevo') THEN true
        WHEN lower(trim(b.prior_order)) IN ('played', 'mixed', 'jugado', 'mezclado') THEN false
        END AS prior_order_is_sorted,
    CASE WHEN p.board_key IS NOT NULL AND w.deal_is_whole THEN list_contains(
        list_transform(range(4), lambda turn: array_to_string(p.one_by_one[turn + 1:] || p.one_by_one[:turn], ' ')), w.hands)
        OR list_contains(
        list_transform(range(4), lambda turn: array_to_string(p.in_packets[turn + 1:] || p.in_packets[:turn], ' ')), w.hands)
        END AS deal_follows_prior_order
FROM log.boards AS b LEFT JOIN fact.prior_pack AS p USING (board_key)
LEFT JOIN fact.whole_deal AS w USING (board_key)
WHERE b.prior_order IS NOT NULL

-- table: elsewhere
-- One row for each board whose whole deal stands in another session of the same casino as well.
-- deal_is_of_earlier_session: one of them was surely played before; ..._or_level_session: before, or at
-- the very time at which this one was. Where the days do not tell, the times of play decide, or else one
-- session closed before the other opened; NULL where nothing does. other_session: the first of the others.
WITH met AS (
    SELECT b.board_key, o.session_id AS other_session, o.date_earliest AS other_earliest,
        o.first_played_at AS other_played_at, b.played_at,
        CASE WHEN o.closed_at <= s.opened_at THEN true WHEN s.closed_at <= o.opened_at THEN false END AS is_session_before,
        o.date_latest < s.date_earliest AS is_day_before, o.date_earliest > s.date_latest AS is_day_after
    FROM log.boards AS b JOIN log.sessions AS s USING (session_key)
    JOIN fact.whole_deal AS w USING (board_key)
    JOIN span.repeated_deal AS o
        ON o.casino_id = s.casino_id AND o.hands = w.hands AND o.session_id <> s.session_id
    WHERE w.deal_is_whole
),
timed AS (
    SELECT *, CASE WHEN is_day_before OR is_day_after THEN is_day_before
            ELSE coalesce(other_played_at < played_at, is_session_before) END AS is_before,
        CASE WHEN is_day_before OR is_day_after THEN is_day_before
            ELSE coalesce(other_played_at <= played_at, is_session_before) END AS is_before_or_level
    FROM met
)
SELECT board_key,
    CASE WHEN bool_or(is_before) THEN true WHEN count(is_before) = count(*) THEN false END
        AS deal_is_of_earlier_session,
    CASE WHEN bool_or(is_before_or_level) THEN true WHEN count(is_before_or_level) = count(*) THEN false END
        AS deal_is_of_earlier_or_level_session,
    arg_min(other_session, (other_earliest, other_session)) AS other_session
FROM timed GROUP BY board_key

-- table: machine
-- One row for each session: of the deals that a machine made, whether one stands under two numbers or
-- lies as in a pack in order of suits, under which numbers, and the generators named.
SELECT b.session_key, bool_or(b.dealt_by = 'machine') AS machine_dealt, count(b.dealt_by) = count(*) AS all_dealers_told,
    string_agg(DISTINCT b.generator, ', ' ORDER BY b.generator) FILTER (b.dealt_by = 'machine') AS generator,
    CASE WHEN bool_or(o.board_key IS NOT NULL) FILTER (b.dealt_by = 'machine') THEN true
        WHEN bool_and(coalesce(w.deal_is_whole, false)) FILTER (b.dealt_by = 'machine') THEN false END AS deals_repeat,
    CASE WHEN bool_or(w.deal_is_sorted) FILTER (b.dealt_by = 'machine') THEN true
        WHEN bool_and(coalesce(w.deal_is_whole, false)) FILTER (b.dealt_by = 'machine') THEN false END AS deals_are_sorted,
    string_agg(DISTINCT b.number::VARCHAR, ', ' ORDER BY b.number::VARCHAR)
        FILTER (b.dealt_by = 'machine' AND (o.board_key IS NOT NULL OR w.deal_is_sorted)) AS repeated_numbers
FROM log.boards AS b LEFT JOIN fact.whole_deal AS w USING (board_key)
LEFT JOIN fact.other_number AS o USING (board_key)
GROUP BY b.session_key
