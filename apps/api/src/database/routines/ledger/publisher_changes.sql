-- What came into publishers' free money, and what went out of it: released, come back from the bank, paid. Other postings don't
-- touch it, which lets the two indexes find it.
create or replace view ledger.publisher_changes with (security_invoker = true) as
select account.owner_id as publisher_id, moved.id, moved.created_at, moved.number, moved.amount_micros as change_micros
from ledger.accounts account join ledger.transfers moved on moved.credit_account_id = account.id
where account.code = 'publisher_available' and moved.flow_id is null and moved.posting in ('settlement', 'party_paid')
union all
select account.owner_id, moved.id, moved.created_at, moved.number, -moved.amount_micros
from ledger.accounts account join ledger.transfers moved on moved.debit_account_id = account.id
where account.code = 'publisher_available' and moved.flow_id is null and moved.posting = 'party_paid';
