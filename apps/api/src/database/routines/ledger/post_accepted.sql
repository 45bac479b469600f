-- Takes what `results` accepted of a batch once more, with no other account than it needs; answers all results. Where
-- the accounts are not locked before, what was accepted may meanwhile be short.
create or replace function ledger.post_accepted(
  at timestamptz, results text[],
  new_codes text[], new_owner_ids uuid[], new_subject_ids uuid[], new_customer_ids uuid[],
  account_ids uuid[],
  ids uuid[], groups integer[], kinds ledger.transfer_kind[], debits integer[], credits integer[], amounts bigint[],
  target_ids uuid[], postings text[], cause_kinds text[], cause_ids text[], expiries timestamptz[],
  flow_ids text[], flow_types text[], flow_subject_kinds text[], flow_subject_ids text[]
)
returns text[] language plpgsql set search_path = ledger, pg_temp as $$
#variable_conflict use_column
declare
  accepted integer[] := array(select n from generate_subscripts(results, 1) as n where results[n] = 'ok' order by n);
  needed_ids uuid[] := array(
    select distinct account_ids[position] from unnest(accepted) as n
    cross join lateral (values (debits[n]), (credits[n])) as side (position)
    where position is not null
    order by 1
  );
  retaken text[];
begin
  if cardinality(accepted) = 0 then
    return results;
  end if;
  select array_agg(code), array_agg(owner_id), array_agg(subject_id), array_agg(customer_id)
  into new_codes, new_owner_ids, new_subject_ids, new_customer_ids
  from unnest(new_codes, new_owner_ids, new_subject_ids, new_customer_ids)
    as opening (code, owner_id, subject_id, customer_id)
  where account_id(code, owner_id, subject_id) = any (needed_ids);
  retaken := post_in_order(
    at, new_codes, new_owner_ids, new_subject_ids, new_customer_ids, needed_ids,
    array(select ids[n] from unnest(accepted) as n), array(select groups[n] from unnest(accepted) as n),
    array(select kinds[n] from unnest(accepted) as n),
    array(select width_bucket(account_ids[debits[n]], needed_ids) from unnest(accepted) as n),
    array(select width_bucket(account_ids[credits[n]], needed_ids) from unnest(accepted) as n),
    array(select amounts[n] from unnest(accepted) as n),
    case when target_ids is not null then array(select target_ids[n] from unnest(accepted) as n) end,
    array(select postings[n] from unnest(accepted) as n), array(select cause_kinds[n] from unnest(accepted) as n),
    array(select cause_ids[n] from unnest(accepted) as n),
    case when expiries is not null then array(select expiries[n] from unnest(accepted) as n) end,
    case when flow_ids is not null then array(select flow_ids[n] from unnest(accepted) as n) end,
    case when flow_types is not null then array(select flow_types[n] from unnest(accepted) as n) end,
    case when flow_subject_kinds is not null then array(select flow_subject_kinds[n] from unnest(accepted) as n) end,
    case when flow_subject_ids is not null then array(select flow_subject_ids[n] from unnest(accepted) as n) end
  );
  for position in 1 .. cardinality(accepted) loop
    results[accepted[position]] := retaken[position];
  end loop;
  return results;
end $$;
