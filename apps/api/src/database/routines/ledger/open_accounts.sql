-- Locks accounts in id order and opens the described ones that are missing, in one statement: opening later, with
-- accounts of higher ids already locked, could deadlock with another batch. Leaves out described accounts that the
-- chart does not know, or of a plan with another customer or none; `check_opening` refuses wrong ids.
create or replace function ledger.open_accounts(
  account_ids uuid[], new_ids uuid[], new_codes text[], new_owner_ids uuid[], new_subject_ids uuid[], new_customer_ids uuid[]
)
returns void language plpgsql set search_path = ledger, pg_temp as $$
#variable_conflict use_column
declare
  opened_ids uuid[];
  claimed_ids uuid[];
begin
  with claimed as (
    insert into plan_customers (plan_id, customer_id)
    select distinct on (subject_id) subject_id, customer_id
    from unnest(new_codes, new_subject_ids, new_customer_ids) as opening (code, subject_id, customer_id)
    join account_codes using (code)
    where subject_kind = 'plan' and customer_id is not null
    -- A customer's own account is better evidence than a customer's money moving to somebody else.
    order by subject_id, owner_kind <> 'customer', customer_id
    on conflict do nothing
    returning plan_id
  )
  select array_agg(plan_id) into claimed_ids from claimed;

  with opened as (
    insert into accounts (id, code, owner_id, subject_id, side, customer_id, opened_at, last_at)
    select named.* from (
      select id, code, owner_id, subject_id, side, customer_id, opened_at, last_at
      from accounts where id = any (account_ids)
      union all
      select
        opening.id, code, owner_id, subject_id, side,
        case when owner_kind = 'customer' then owner_id else plan.customer_id end, clock.at, clock.at
      from unnest(new_ids, new_codes, new_owner_ids, new_subject_ids) as opening (id, code, owner_id, subject_id)
      join account_codes using (code)
      left join plan_customers plan on plan_id = subject_id and subject_kind = 'plan'
      cross join (select platform.now() as at) clock
      where (owner_kind = 'platform') = (owner_id = '00000000-0000-7000-8000-000000000001')
        and (subject_kind is null) = (subject_id is null)
        and (subject_kind is distinct from 'plan' or plan.customer_id is not null)
        and (owner_kind <> 'customer' or subject_id is null or plan.customer_id = owner_id)
        and not exists (select from accounts where accounts.id = opening.id)
    ) named
    order by id
    -- Updates nothing, but locks existing accounts.
    on conflict (id) do update set last_at = excluded.last_at where false
    returning id
  )
  select array_agg(id) into opened_ids from opened;

  if opened_ids is not null or claimed_ids is not null then
    insert into openings (account_ids, plan_ids) values (coalesce(opened_ids, '{}'), coalesce(claimed_ids, '{}'));
  end if;
end $$;
