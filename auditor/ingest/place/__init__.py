"""Where each row belongs: session and hand, casino and gaming date; rows alone set aside."""
