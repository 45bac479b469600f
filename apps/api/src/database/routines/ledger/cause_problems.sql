-- What is wrong with these causes of one kind, one per row: the cause does not exist, the account is somebody else's,
-- or the sum is outside the allowed range. The settings make the planner hash hundreds of rows, where it expects a
-- few and would sort them.
create or replace function ledger.cause_problems(of_kind text, ids uuid[])
returns table (cause_id uuid, says text)
language plpgsql stable set search_path = ledger, pg_temp
set enable_sort = off set enable_mergejoin = off set enable_seqscan = off set jit = off set plan_cache_mode = force_generic_plan
as $$
#variable_conflict use_column
declare
  question text := (
    select string_agg(format('select said from %s($1) as said', kind.allowed_by), ' union all ')
    from cause_kinds kind where kind.cause_kind = of_kind
  );
  allowances allowance[];
begin
  if question is not null then
    -- Keeps each row as one value of its type; rebuilding it would convert it through text.
    execute format('select array_agg(said) from (%s) as told', question) into allowances using ids;
  end if;
  return query
    select
      cause_id,
      format(
        '%s %s %s of %s: %s, where %s to %s is allowed', posting, side, code, owner_id, coalesce(sum(micros), 0),
        coalesce(sum(least_micros), 0), coalesce(sum(most_micros), 0)
      )
    from (
      select cause_id, posting, side, code, owner_id, subject_id, amount_micros::numeric as micros,
        null::numeric as least_micros, null::numeric as most_micros
      from caused where cause_kind = of_kind and cause_id = any (ids)
      union all
      select cause_id, posting, side, code, owner_id, coalesce(subject_id, owner_id), null, least_micros, most_micros
      from unnest(allowances)
    ) as compared
    group by cause_id, posting, side, code, owner_id, subject_id
    having coalesce(sum(micros), 0) not between coalesce(sum(least_micros), 0) and coalesce(sum(most_micros), 0);
end $$;
