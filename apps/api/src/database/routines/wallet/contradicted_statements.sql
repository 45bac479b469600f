-- Statements that two people brought and that the bank's own, fetched one contradicts, one row for each that does: until
-- they are withdrawn, or the bank itself says the same as what was brought (PRODUCT §2.6).
create or replace view wallet.contradicted_statements with (security_invoker = true) as
select booked.statement_id, booked.rail, booked.closing_balance_micros, fetched.fetched_id, fetched.external_id,
  fetched.fetched_at, said.brought_id as said_id, said.closing_balance_micros as said_micros
from wallet.brought_statements said
join wallet.fetched_statements fetched using (brought_id)
join wallet.bank_statements booked on booked.statement_id = said.statement_id
where said.ended_as = 'overtaken' and said.brought_by is null
  and booked.origin = 'two_people' and booked.withdrawn_at is null
  and not exists (
    select from wallet.brought_statements same
    where same.statement_id = said.statement_id and same.ended_as = 'confirmed' and same.brought_by is null)
  and not exists (
    select from wallet.fetched_statements later
    where later.rail = fetched.rail and later.external_id = fetched.external_id and later.found_as = 'known'
      and later.sequence > fetched.sequence);
