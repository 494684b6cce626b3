-- table: bet_offer
-- One row for each bet that tells what its punter had offered to cover, beside all offers of its hand.
-- offers_are_known: every bet of the hand tells offer, posture and, of a seated player, the seat.
SELECT b.bet_key, b.hand_key, b.session_key, b.asked, b.stake, b.posture, b.seat, h.banker_seat, h.bank_amount,
    sum(b.asked) OVER of_hand AS asked_in_all,
    h.bets_complete AND count(*) OVER of_hand = s.bets
        AND bool_and(b.posture = 'standing' OR (b.posture = 'seated' AND b.seat IS NOT NULL)) OVER of_hand
        AND h.banker_seat IS NOT NULL AS offers_are_known
FROM log.bets AS b JOIN log.hands AS h USING (hand_key) JOIN fact.hand_stakes AS s USING (hand_key)
WHERE b.asked IS NOT NULL
WINDOW of_hand AS (PARTITION BY b.hand_key)
