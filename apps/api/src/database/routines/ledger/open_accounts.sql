-- Opens what is not open yet of the accounts that the caller describes. Leaves out what the chart does not know and
-- what belongs to another customer's plan, or to a plan that no customer has: postings to those are refused.
create or replace function ledger.open_accounts(codes text[], owner_ids uuid[], subject_ids uuid[], customer_ids uuid[])
returns void language plpgsql set search_path = ledger, pg_temp as $$
begin
  insert into plan_customers (plan_id, customer_id)
  select distinct on (subject_id) subject_id, customer_id
  from unnest(codes, subject_ids, customer_ids) as opening (code, subject_id, customer_id)
  join account_codes using (code)
  where subject_kind = 'plan' and customer_id is not null
  -- A customer's own account says more than money that a customer moves to somebody else's.
  order by subject_id, owner_kind <> 'customer', customer_id
  on conflict do nothing;

  insert into accounts (id, code, owner_id, subject_id, side, customer_id, opened_at)
  select
    account_id(code, owner_id, subject_id), code, owner_id, subject_id, side,
    case when owner_kind = 'customer' then owner_id else plan.customer_id end, (select platform.now())
  from unnest(codes, owner_ids, subject_ids) as opening (code, owner_id, subject_id)
  join account_codes using (code)
  left join plan_customers plan on plan_id = subject_id and subject_kind = 'plan'
  where (owner_kind = 'platform') = (owner_id = '00000000-0000-7000-8000-000000000001')
    and (subject_kind is null) = (subject_id is null)
    and (subject_kind is distinct from 'plan' or plan.customer_id is not null)
    and (owner_kind <> 'customer' or subject_id is null or plan.customer_id = owner_id)
  order by 1
  on conflict (id) do nothing;
end $$;
