-- At the commit: every transfer that was written follows from a row that is there, is its owner's and comes to that
-- amount (PRODUCT §3). Raises LG002; set-wise, once a batch. Asks with the program's own scope, whatever the
-- transaction's: some tables hold their owner to row-level security too, and a row that is not seen allows nothing.
create or replace function ledger.check_written_causes() returns trigger
language plpgsql security definer set search_path = ledger, pg_temp as $$
declare
  written record;
  problem record;
  scope constant text := current_setting('adtally.scope', true);
begin
  perform set_config('adtally.scope', 'system', true);
  for written in
    select kind, array_agg(distinct id) as ids from unnest(new.cause_kinds, new.cause_ids) as cause (kind, id) group by kind
  loop
    select * into problem from cause_problems(written.kind, written.ids) limit 1;
    if found then
      raise exception 'what % % causes is not what was posted: %', written.kind, problem.cause_id, problem.says
        using errcode = 'LG002';
    end if;
  end loop;
  perform set_config('adtally.scope', coalesce(scope, ''), true);
  delete from written_causes where id = new.id;
  return null;
end $$;
