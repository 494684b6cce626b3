-- table: offers_of_hand
-- One row for each hand with such offers: all of them together, and whether they are known (every bet of
-- the hand tells its offer) and exceed the bank.
SELECT h.hand_key, s.asked_in_all, h.bets_complete AND s.offers = s.bets AS offers_are_known,
    h.bets_complete AND s.offers = s.bets AND s.asked_in_all > h.bank_amount AS offers_exceed_bank
FROM fact.hand_stakes AS s JOIN log.hands AS h USING (hand_key)
WHERE s.offers > 0

-- table: bet_offer
-- One row for each bet of a hand whose offers are known to exceed the bank.
SELECT b.bet_key, b.hand_key, b.session_key, b.stake, b.posture, b.seat, h.banker_seat, o.offers_are_known
FROM fact.offers_of_hand AS o JOIN log.bets AS b USING (hand_key) JOIN log.hands AS h USING (hand_key)
WHERE o.offers_exceed_bank
