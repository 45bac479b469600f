-- The second half of every posting: writes decided transfers while their accounts are locked (`lock_accounts`), all
-- or none. Trusts no argument that it can check: reads accounts and what remains of originals itself. Raises an error
-- if a rule is broken (LG001 and the tables' checks), which means that the decision was wrong. Debits and credits are
-- positions in `account_ids`.
create or replace function ledger.write_transfers(
  account_ids uuid[],
  ids uuid[], debits integer[], credits integer[], amounts bigint[], reverses_ids uuid[], postings text[],
  cause_kinds text[], cause_ids uuid[],
  flow_ids text[], flow_types text[], flow_subject_kinds text[], flow_subject_ids text[]
)
returns void language plpgsql security definer
set search_path = ledger, pg_temp
set enable_hashjoin = off set enable_mergejoin = off set enable_seqscan = off set jit = off
set plan_cache_mode = force_generic_plan
as $$
#variable_conflict use_column
declare
  at timestamptz := posting_time();
  codes text[];
  owner_ids uuid[];
  subject_ids uuid[];
  customer_ids uuid[];
  latest_at timestamptz;
begin
  if exists (
    select from (values
      (array_lower(account_ids, 1)), (array_lower(ids, 1)), (array_lower(debits, 1)), (array_lower(credits, 1)),
      (array_lower(amounts, 1)), (array_lower(reverses_ids, 1)), (array_lower(postings, 1))
    ) as bound (lowest)
    where lowest <> 1
  ) then
    raise exception 'positions are counted from 1' using errcode = 'LG001';
  end if;

  with changed as (
    update accounts set
      debits_posted_micros = debits_posted_micros + debit,
      credits_posted_micros = credits_posted_micros + credit,
      last_at = greatest(last_at, at)
    from (
      select account_ids[position] as id, position, sum(debit) as debit, sum(credit) as credit
      from unnest(debits, credits, amounts) as transfer (debited, credited, amount)
      cross join lateral (values (debited, amount, 0), (credited, 0, amount)) as side (position, debit, credit)
      group by position
      order by id
    ) change
    where accounts.id = change.id
    returning position, code, owner_id, subject_id, customer_id, last_at
  )
  select array_agg(code), array_agg(owner_id), array_agg(subject_id), array_agg(customer_id), max(last_at)
  into codes, owner_ids, subject_ids, customer_ids, latest_at
  from (select * from changed order by position) changed;
  if cardinality(codes) is distinct from cardinality(account_ids) then
    raise exception 'an account is not open' using errcode = 'LG001';
  end if;
  if latest_at > at then
    -- The clock was set back; an account's entries must keep the order of its balances.
    at := latest_at;
    update accounts set last_at = at where id = any (account_ids);
  end if;

  if exists (
    select from (
      select
        posting, codes[debit] as debit_code, codes[credit] as credit_code,
        owner_ids[debit] = owner_ids[credit] as is_same_owner,
        coalesce(subject_ids[debit] = subject_ids[credit], true) as is_same_subject,
        customer_ids[debit] = customer_ids[credit] as is_same_customer
      from unnest(debits, credits, postings, reverses_ids) as transfer (debit, credit, posting, reverses_id)
      where reverses_id is null
      group by 1, 2, 3, 4, 5, 6
    ) used
    left join posting_pairs pair using (posting, debit_code, credit_code)
    where pair.posting is null
      or same_owner and not is_same_owner
      or same_subject and not is_same_subject
      or between_customers = is_same_customer
  ) then
    raise exception 'a transfer is no posting of the chart' using errcode = 'LG001';
  end if;

  if exists (
    select from (select distinct posting, cause_kind from unnest(postings, cause_kinds) as named (posting, cause_kind)) named
    left join posting_causes listed using (posting, cause_kind)
    where listed.posting is null
  ) then
    raise exception 'a posting has no cause of this kind' using errcode = 'LG002';
  end if;
  if exists (
    select from posting_causes listed
    where (posting, cause_kind) in (select * from unnest(postings, cause_kinds)) and not exists (
      select from unnest(roles) as role where pg_has_role(session_user, 'adtally_' || role, 'member')
    )
  ) then
    raise exception 'a posting is not allowed for the login %', session_user using errcode = 'LG003';
  end if;

  insert into transfers (
    id, debit_account_id, credit_account_id, amount_micros, reverses_id, posting, cause_kind, cause_id, flow_id,
    created_at
  )
  select
    id, account_ids[debit], account_ids[credit], amount, reverses_id, posting, cause_kind, cause_id, flow_id, at
  from unnest(ids, debits, credits, amounts, reverses_ids, postings, cause_kinds, cause_ids, flow_ids)
    with ordinality as taken (
      id, debit, credit, amount, reverses_id, posting, cause_kind, cause_id, flow_id, position
    )
  order by position;

  insert into written_causes (cause_kinds, cause_ids) values (cause_kinds, cause_ids);
  if reverses_ids is not null then
    perform check_reversals(reverses_ids);
  end if;
  if flow_ids is not null then
    perform add_to_flow_lines(
      at, codes, owner_ids, debits, credits, amounts, flow_ids, flow_types, flow_subject_kinds, flow_subject_ids
    );
  end if;
end $$;
