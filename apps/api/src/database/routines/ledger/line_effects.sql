-- What each entry changed in a wallet, by the type of its line.
create or replace view ledger.line_effects with (security_invoker = true) as
select
  owner_id as customer_id, effects.created_at, line.type, wallet_part,
  case when is_debit then -moved_micros else moved_micros end as change
from ledger.effects
join ledger.accounts on accounts.id = account_id
join ledger.account_codes using (code)
join ledger.flow_lines line on line.customer_id = owner_id and line.flow_id = effects.flow_id
where wallet_part is not null;
