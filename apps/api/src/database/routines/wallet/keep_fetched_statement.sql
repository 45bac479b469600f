-- Stores a fetched statement's bytes and finding, from the verdict of `end_statement`, or null if it was unreadable;
-- what was started of it is then deleted. If it contradicts a booked or waiting statement with the same bank id it is
-- `differs`, and is not booked.
create or replace function wallet.keep_fetched_statement(
  token text, of_rail text, bank_id text, of_file bytea, brought uuid, verdict text, to_blame text
) returns text language plpgsql security definer set search_path = '' as $$
declare
  found_as text;
  contradicted uuid;
begin
  perform wallet.ask_connector(token);
  found_as := case
    when verdict is null then 'malformed'
    when verdict in ('known_id', 'changed_line') then 'differs'
    when verdict in ('booked_before', 'brought_before') then 'known'
    when exists (
      select from wallet.fetched_statements before join wallet.brought_statements waiting using (brought_id)
      where before.rail = of_rail and before.external_id = bank_id and waiting.ended_as is null) then 'differs'
    else 'new' end;
  if verdict is null then
    delete from wallet.brought_lines where brought_id in (
      select brought_id from wallet.brought_statements
      where brought_id = brought and brought_by is null and xmin = pg_current_xact_id()::xid);
    delete from wallet.brought_statements
    where brought_id = brought and brought_by is null and xmin = pg_current_xact_id()::xid;
  elsif verdict in ('known_id', 'changed_line') then
    select statement_id into contradicted from (
      select statement_id from wallet.bank_statements
      where rail = of_rail and external_id = bank_id and withdrawn_at is null
      union all
      select statement_id from wallet.bank_lines
      where rail = of_rail and bank_reference = to_blame and not is_withdrawn
    ) as booked limit 1;
    update wallet.brought_statements
    set ended_as = 'overtaken', ended_at = platform.now(), statement_id = contradicted
    where brought_id = brought;
  end if;
  insert into wallet.fetched_statements (
    fetched_id, rail, external_id, file, file_hash, fetched_at, found_as, brought_id, blamed)
  values (
    uuidv7(), of_rail, bank_id, of_file, sha256(of_file), platform.now(), found_as,
    case when found_as in ('new', 'differs') then brought end, to_blame);
  return found_as;
end
$$;
