-- Opening, identifying and locking accounts, and what the tables refuse whoever asks.

-- An account's id follows from what it is: the first 48 bits of the subject's (or owner's) UUID v7, so that accounts
-- of one time lie together, the rest from SHA-256, as a UUID v8. The same as account-id.ts. One expression that hashes
-- once, so that a statement takes it in instead of calling it for each row.
create function ledger.account_id(code text, owner_id uuid, subject_id uuid) returns uuid
language sql immutable parallel safe
return overlay(
  overlay(
    encode(
      substr(uuid_send(coalesce(subject_id, owner_id)), 1, 6)
        || substr(
          sha256(convert_to(code || ':' || owner_id || ':' || coalesce(subject_id::text, ''), 'UTF8')), 1, 10
        ),
      'hex'
    ) placing '8' from 13
  ) placing '8' from 17
)::uuid;

-- Opens what is not open yet of the accounts that the caller describes. Leaves out what the chart does not know and
-- what belongs to another customer's plan, or to a plan that no customer has: postings to those are refused.
create function ledger.open_accounts(codes text[], owner_ids uuid[], subject_ids uuid[], customer_ids uuid[])
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

-- First half of a batch of money actions: locks the accounts in id order, then, as a statement of its own that sees
-- what others committed meanwhile, looks the request ids up.
create function ledger.lock_and_find_requests(
  new_codes text[], new_owner_ids uuid[], new_subject_ids uuid[], new_customer_ids uuid[],
  account_ids uuid[], request_owner_ids uuid[], request_ids text[]
)
returns table (ordinal integer, action text, content_hash bytea, outcome jsonb)
language plpgsql security definer
set search_path = ledger, pg_temp set enable_hashjoin = off set enable_mergejoin = off set enable_seqscan = off
as $$
#variable_conflict use_column
begin
  if (select count(*) from accounts where id = any (account_ids)) < cardinality(account_ids) then
    perform open_accounts(new_codes, new_owner_ids, new_subject_ids, new_customer_ids);
  end if;
  perform from accounts where id = any (account_ids) order by id for no key update;
  return query
    select asked.ordinal::integer, found.action, found.content_hash, found.outcome
    from unnest(request_owner_ids, request_ids) with ordinality as asked (owner_id, request_id, ordinal)
    join requests found on found.owner_id = asked.owner_id and found.request_id = asked.request_id;
end $$;

-- Last step of a batch of money actions. A request id that another transaction took meanwhile fails it.
create function ledger.record_requests(
  owner_ids uuid[], request_ids text[], actions text[], content_hashes bytea[], outcomes jsonb[]
)
returns void language sql security definer set search_path = ledger, pg_temp
begin atomic
  insert into ledger.requests (owner_id, request_id, action, content_hash, outcome, created_at)
  select owner_id, request_id, action, content_hash, outcome, (select platform.now())
  from unnest(owner_ids, request_ids, actions, content_hashes, outcomes)
    as taken (owner_id, request_id, action, content_hash, outcome);
end;

create function ledger.refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% of %.% is refused: entries are for good', tg_op, tg_table_schema, tg_table_name
    using errcode = 'insufficient_privilege';
end $$;

create function ledger.check_opening() returns trigger language plpgsql as $$
declare
  opened ledger.accounts;
begin
  select * into opened from new_rows where id <> ledger.account_id(code, owner_id, subject_id) limit 1;
  if found then
    raise exception 'account % is not % of % %', opened.id, opened.code, opened.owner_id, opened.subject_id
      using errcode = 'check_violation';
  end if;
  if exists (
    select from new_rows
    where (debits_pending_micros, debits_posted_micros, credits_pending_micros, credits_posted_micros) <> (0, 0, 0, 0)
  ) then
    raise exception 'an account opens empty' using errcode = 'check_violation';
  end if;
  return null;
end $$;

-- Each batch sums to zero, pending and posted apart (PRODUCT §3).
create function ledger.check_zero_sum() returns trigger language plpgsql as $$
begin
  if (
    select (sum(debits_pending_micros - credits_pending_micros), sum(debits_posted_micros - credits_posted_micros))
    from new_rows
  ) is distinct from (
    select (sum(debits_pending_micros - credits_pending_micros), sum(debits_posted_micros - credits_posted_micros))
    from old_rows
  ) then
    raise exception 'the batch does not sum to zero' using errcode = 'check_violation';
  end if;
  return null;
end $$;

create trigger accounts_open after insert on ledger.accounts
  referencing new table as new_rows for each statement execute function ledger.check_opening();
create trigger accounts_sum_to_zero after update on ledger.accounts
  referencing old table as old_rows new table as new_rows
  for each statement execute function ledger.check_zero_sum();
create trigger accounts_keep_identity
  before update of id, code, owner_id, subject_id, side, customer_id, opened_at on ledger.accounts
  for each statement execute function ledger.refuse_change();
create trigger accounts_stay before delete or truncate on ledger.accounts
  for each statement execute function ledger.refuse_change();
create trigger transfers_stay before update or delete or truncate on ledger.transfers
  for each statement execute function ledger.refuse_change();
create trigger requests_stay before update or delete or truncate on ledger.requests
  for each statement execute function ledger.refuse_change();
create trigger plan_customers_stay before update or delete or truncate on ledger.plan_customers
  for each statement execute function ledger.refuse_change();
