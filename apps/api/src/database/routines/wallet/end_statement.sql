-- Completes a statement started in this transaction: checks that it adds up, hashes its content, and returns a
-- verdict. `waits`: for a second person, or its place in the chain. `booked_before`, `brought_before`: it is deleted.
-- To be refused: `known_id`, `changed_line` (the bank's id or a reference is booked as something else), `gap` (with
-- expected and found opening balances).
create or replace function wallet.end_statement(
  target uuid, closing_micros bigint, out verdict text, out blamed text, out expected_micros bigint,
  out found_micros bigint
) language plpgsql security definer set search_path = '' as $$
declare
  mine wallet.brought_statements;
  read record;
  known record;
  changed_text text;
begin
  select * into mine from wallet.brought_statements
  where brought_id = target and content_hash is null and xmin = pg_current_xact_id()::xid and platform.scope_is_system();
  if not found then
    raise exception 'statement % is not being read', target using errcode = 'insufficient_privilege';
  end if;
  perform wallet.lock_statements(mine.rail);
  select count(*)::integer as lines, coalesce(sum(amount_micros), 0) as amount_micros,
    coalesce(string_agg(line_hash, ''::bytea order by line_hash), ''::bytea) as hashes
  into read from wallet.brought_lines where brought_id = target;
  if mine.opening_balance_micros + read.amount_micros <> closing_micros then
    raise exception 'statement % does not add up', target using errcode = 'check_violation';
  end if;
  update wallet.brought_statements
  set closing_balance_micros = closing_micros, line_count = read.lines,
    content_hash = sha256(
      convert_to(concat_ws(e'\n', rail, opening_balance_micros, closing_micros, ''), 'UTF8') || read.hashes)
  where brought_id = target returning * into mine;
  select * into known from wallet.known_lines(target, mine.rail);
  -- What the bank itself says of a line's payer or text counts, too, against people's file of the same format.
  if mine.brought_by is null then
    select min(line.bank_reference) into changed_text
    from wallet.brought_lines line
    join wallet.bank_lines booked
      on booked.rail = mine.rail and booked.bank_reference = line.bank_reference and not booked.is_withdrawn
    join wallet.bank_statements statement
      on statement.statement_id = booked.statement_id and statement.format = mine.format
        and statement.origin = 'two_people'
    where line.brought_id = target
      and (replace(line.counterparty_name, ' ', ''), replace(line.counterparty_account, ' ', ''),
          replace(line.remittance, ' ', ''))
        <> (replace(booked.counterparty_name, ' ', ''), replace(booked.counterparty_account, ' ', ''),
          replace(booked.remittance, ' ', ''));
  end if;
  found_micros := mine.opening_balance_micros + known.amount_micros;
  expected_micros := coalesce((
    select closing_balance_micros from wallet.brought_statements
    where file_hash = mine.file_hash and brought_by is not distinct from mine.brought_by and file_part < mine.file_part
      and ended_as is null and rail = mine.rail
    order by sequence desc limit 1), wallet.last_closing_balance(mine.rail));
  verdict := case
    when known.changed_reference is not null then 'changed_line'
    when changed_text is not null then 'changed_line'
    when known.line_count = mine.line_count and mine.line_count > 0 then 'booked_before'
    when exists (
      select from wallet.bank_statements booked
      where booked.content_hash = mine.content_hash and booked.withdrawn_at is null
        and (booked.format <> mine.format or booked.external_id is not distinct from mine.external_id))
      then 'booked_before'
    when exists (
      select from wallet.bank_statements booked
      where booked.rail = mine.rail and booked.external_id = mine.external_id and booked.withdrawn_at is null)
      then 'known_id'
    when exists (
      select from wallet.brought_statements before
      where before.brought_by is not distinct from mine.brought_by and before.brought_id <> target and before.ended_as is null
        and wallet.says_the_same(before, mine)) then 'brought_before'
    -- Fetched statements wait for what is missing before them.
    when mine.brought_by is not null and found_micros <> expected_micros and found_micros <> wallet.last_closing_balance(mine.rail)
      and not exists (
        select from wallet.brought_statements before
        where before.rail = mine.rail and before.brought_id <> target and before.ended_as is null
          and before.closing_balance_micros in (found_micros, mine.opening_balance_micros)) then 'gap'
    else 'waits' end;
  blamed := case verdict when 'changed_line' then coalesce(known.changed_reference, changed_text) when 'known_id' then mine.external_id end;
  if verdict in ('booked_before', 'brought_before') then
    delete from wallet.brought_lines where brought_id = target;
    delete from wallet.brought_statements where brought_id = target;
  end if;
end
$$;
