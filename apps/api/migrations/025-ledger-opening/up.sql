-- What opening an account costs, which placing a plan does twice. An account's code is held to the chart once a statement instead of by a foreign key, whose check is a query for each
-- row: with it, opening a plan's two accounts took a twelfth of what placing a plan costs the database. For the other
-- half of the key: what is in the chart stays as it is.
alter table ledger.accounts drop constraint accounts_code_fkey;

create or replace function ledger.check_opening() returns trigger language plpgsql as $$
declare
  opened ledger.accounts;
begin
  select * into opened from new_rows where id <> ledger.account_id(code, owner_id, subject_id) limit 1;
  if found then
    raise exception 'account % is not % of % %', opened.id, opened.code, opened.owner_id, opened.subject_id
      using errcode = 'check_violation';
  end if;
  select * into opened from new_rows
  where not exists (select from ledger.account_codes known where known.code = new_rows.code) limit 1;
  if found then
    raise exception 'account % has a code that the chart does not know: %', opened.id, opened.code
      using errcode = 'foreign_key_violation';
  end if;
  if exists (
    select from new_rows
    where (debits_pending_micros, debits_posted_micros, credits_pending_micros, credits_posted_micros) <> (0, 0, 0, 0)
  ) then
    raise exception 'an account opens empty' using errcode = 'check_violation';
  end if;
  return null;
end $$;

create trigger account_codes_stay before update or delete or truncate on ledger.account_codes
  for each statement execute function ledger.refuse_change();
alter table ledger.account_codes enable always trigger account_codes_stay;

-- As in 011, without locking the accounts that it has just opened.
create or replace function ledger.lock_and_find_requests(
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
    -- What this transaction has just opened nobody else sees.
    perform from accounts where id = any (account_ids) and xmin <> pg_current_xact_id()::xid
    order by id for no key update;
  else
    perform from accounts where id = any (account_ids) order by id for no key update;
  end if;
  return query
    select asked.ordinal::integer, found.action, found.content_hash, found.outcome
    from unnest(request_owner_ids, request_ids) with ordinality as asked (owner_id, request_id, ordinal)
    join requests found on found.owner_id = asked.owner_id and found.request_id = asked.request_id;
end $$;
