-- Takes a batch of transfers in exact order, each group of linked ones all or none, and says what became of each: a
-- value of TRANSFER_RESULTS (transfer.ts) a transfer. `target_ids` names the pending transfer of a post, void or
-- expire, or the original of a reversal. The first four arrays describe accounts that may have to be opened. A batch
-- that can't be posted at once is walked through in order; there an account may be opened for a transfer that is
-- refused in the end: then all is undone, and what was accepted is taken by itself.
create or replace function ledger.post_transfers(
  new_codes text[], new_owner_ids uuid[], new_subject_ids uuid[], new_customer_ids uuid[],
  account_ids uuid[],
  ids uuid[], groups integer[], kinds ledger.transfer_kind[], debits integer[], credits integer[], amounts bigint[],
  target_ids uuid[], postings text[], cause_kinds text[], cause_ids text[], expiries timestamptz[],
  flow_ids text[], flow_types text[], flow_subject_kinds text[], flow_subject_ids text[]
)
returns text[] language plpgsql security definer
set search_path = ledger, pg_temp
set enable_hashjoin = off set enable_mergejoin = off set enable_seqscan = off set jit = off
set plan_cache_mode = force_generic_plan
as $$
declare
  at constant timestamptz := ledger.posting_time();
  missing_ids uuid[] := '{}';
  results text[];
begin
  if post_at_once(
    at, new_codes, new_owner_ids, new_subject_ids, new_customer_ids, account_ids, ids, kinds, debits, credits, amounts,
    target_ids, postings, cause_kinds, cause_ids, expiries, flow_ids, flow_types, flow_subject_kinds, flow_subject_ids
  ) then
    return array_fill('ok'::text, array[cardinality(ids)]);
  end if;
  if cardinality(new_codes) > 0 then
    missing_ids := array(select id from unnest(account_ids) as wanted (id) where not exists (
      select from accounts where accounts.id = wanted.id
    ));
  end if;
  begin
    results := post_in_order(
      at, new_codes, new_owner_ids, new_subject_ids, new_customer_ids, account_ids, ids, groups, kinds, debits, credits,
      amounts, target_ids, postings, cause_kinds, cause_ids, expiries, flow_ids, flow_types, flow_subject_kinds,
      flow_subject_ids
    );
    if exists (
      select from unnest(missing_ids) as missing (id)
      join accounts using (id)
      where id <> all (array(
        select account_ids[position] from unnest(results, debits, credits) as taken (result, debit, credit)
        cross join lateral (values (debit), (credit)) as side (position)
        where result = 'ok' and position is not null
      ))
    ) then
      raise exception 'an account was opened for nothing' using errcode = 'LG004';
    end if;
    return results;
  exception when sqlstate 'LG004' then
    -- What was done is undone, what came of it is not.
  end;
  return post_accepted(
    at, results, new_codes, new_owner_ids, new_subject_ids, new_customer_ids, account_ids, ids, groups, kinds, debits,
    credits, amounts, target_ids, postings, cause_kinds, cause_ids, expiries, flow_ids, flow_types, flow_subject_kinds,
    flow_subject_ids
  );
end $$;
