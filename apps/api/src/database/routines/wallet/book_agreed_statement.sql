-- Books the next statement of a rail that two people brought alike and that follows the last one: copies it, without the
-- lines that an earlier one had. Answers no row where there is none. This alone writes `wallet.bank_statements` and
-- `wallet.bank_lines`. What says the same is confirmed with it, and what contradicts it is overtaken.
create or replace function wallet.book_agreed_statement(of_rail text) returns setof wallet.bank_statements
language plpgsql security definer set search_path = '' as $$
declare
  pair record;
  one wallet.brought_statements;
  other wallet.brought_statements;
  known record;
  booked wallet.bank_statements;
begin
  if not platform.scope_is_system() then
    return;
  end if;
  perform wallet.lock_statements(of_rail);
  for pair in
    select earlier, later
    from wallet.brought_statements earlier
    join wallet.brought_statements later
      on later.rail = earlier.rail and later.sequence > earlier.sequence and later.brought_by <> earlier.brought_by
      and wallet.says_the_same(earlier, later)
    where earlier.rail = of_rail and earlier.ended_as is null and later.ended_as is null
    order by earlier.sequence, later.sequence
  loop
    one := pair.earlier;
    other := pair.later;
    select * into known from wallet.known_lines(one.brought_id, of_rail);
    continue when known.changed_reference is not null
      or (known.line_count = one.line_count and known.line_count > 0)
      or one.opening_balance_micros + known.amount_micros <> wallet.last_closing_balance(of_rail);
    insert into wallet.bank_statements (
      statement_id, rail, origin, format, file_hash, file_part, external_id, mapping_id, content_hash,
      opening_balance_micros, closing_balance_micros, line_count, duplicate_count, brought_by, confirmed_by, confirmed_at)
    values (
      uuidv7(), of_rail, 'two_people', one.format, one.file_hash, one.file_part,
      coalesce(one.external_id, other.external_id), one.mapping_id, one.content_hash,
      one.opening_balance_micros + known.amount_micros, one.closing_balance_micros, one.line_count - known.line_count,
      known.line_count, one.brought_by, other.brought_by, platform.now())
    returning * into booked;
    -- That money has come back is not told by every format: it counts where either tells it.
    insert into wallet.bank_lines (
      line_id, statement_id, sequence, rail, bank_reference, booked_at, amount_micros, counterparty_name,
      counterparty_account, remittance, is_return)
    select uuidv7(), booked.statement_id, line.sequence, of_rail, line.bank_reference, line.booked_at,
      line.amount_micros, line.counterparty_name, line.counterparty_account, line.remittance,
      line.is_return or line.line_hash = any (array(
        select line_hash from wallet.brought_lines where brought_id = other.brought_id and is_return))
    from wallet.brought_lines line
    where line.brought_id = one.brought_id and (known.line_count = 0 or not exists (
      select from wallet.bank_lines before
      where before.rail = of_rail and before.bank_reference = line.bank_reference and not before.is_withdrawn));
    perform wallet.end_brought(booked, one);
    return next booked;
    return;
  end loop;
end
$$;
