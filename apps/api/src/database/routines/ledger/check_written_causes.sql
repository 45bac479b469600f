-- At commit: every written transfer must follow from an existing row of its owner, with that amount (PRODUCT §3).
-- Raises LG002; set-based, once per batch. Runs with the program's scope, whatever the transaction's: some tables
-- apply row-level security to their owner as well, and a hidden row would allow nothing.
create or replace function ledger.check_written_causes() returns trigger
language plpgsql security definer set search_path = ledger, pg_temp as $$
declare
  written record;
  problem record;
  scope constant text := current_setting('adtally.scope', true);
begin
  perform platform.ask_read_committed();
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
