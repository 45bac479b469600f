-- Every customer's fund-flow lines, computed from the transfers.
create or replace view ledger.rebuilt_flow_lines with (security_invoker = true) as
select
  owner_id as customer_id, flow_id, min(created_at) as first_at, max(created_at) as last_at,
  coalesce(sum(change) filter (where wallet_part = 'available'), 0)::bigint as available_micros,
  coalesce(sum(change) filter (where wallet_part = 'pending_spend'), 0)::bigint as pending_spend_micros,
  coalesce(sum(change) filter (where wallet_part = 'to_be_settled'), 0)::bigint as to_be_settled_micros,
  coalesce(sum(change) filter (where wallet_part = 'on_hold'), 0)::bigint as on_hold_micros,
  coalesce(sum(change) filter (where wallet_part = 'discount'), 0)::bigint as discount_micros,
  coalesce(sum(change) filter (where wallet_part = 'startup'), 0)::bigint as startup_micros
from ledger.effects
join ledger.accounts on accounts.id = account_id
join ledger.account_codes using (code)
cross join lateral (select case when is_debit then -moved_micros else moved_micros end as change) as signed
where flow_id is not null and wallet_part is not null
group by owner_id, flow_id;
