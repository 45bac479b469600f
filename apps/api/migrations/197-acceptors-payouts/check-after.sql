-- No acceptor's limit is above what the ledger holds as its bond.
select 'acceptor ' || name || ' has a limit above the bond'
from acceptors.acceptors as acceptor
left join ledger.accounts as account on code = 'acceptor_bond' and owner_id = acceptor_id
where limit_micros > coalesce(credits_posted_micros - debits_posted_micros - debits_pending_micros, 0)
