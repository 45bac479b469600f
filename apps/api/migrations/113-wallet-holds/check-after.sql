-- No hold that staff placed is without its people, and no withdrawal that was sent without what was sent.
select 'hold ' || hold_id || ' is reviewed but no legal hold' from wallet.holds
where review_count > 0 and reason not in ('court_order', 'legal_hold')
union all
select 'withdrawal ' || number || ' was sent without a payout' from wallet.withdrawals
where (sent_at is null) <> (payout_micros is null)
