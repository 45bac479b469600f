-- All causes in the history that do not allow their postings, with what is wrong; checked a thousand at a time.
create or replace function ledger.uncaused() returns table (cause text, says text)
language plpgsql stable security definer set search_path = ledger, pg_temp as $$
declare
  chunk record;
begin
  if not platform.scope_is_system() then
    return;
  end if;
  for chunk in
    select kind, array_agg(id) as ids
    from (
      select cause_kind as kind, cause_id as id, row_number() over (partition by cause_kind order by cause_id) / 1000 as part
      from transfers group by cause_kind, cause_id
    ) each
    group by kind, part order by kind, part
  loop
    return query
      select chunk.kind || ' ' || problem.cause_id, problem.says from cause_problems(chunk.kind, chunk.ids) problem;
  end loop;
end $$;
