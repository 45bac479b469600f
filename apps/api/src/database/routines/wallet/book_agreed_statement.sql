-- Books the next statement of a rail that two people brought alike and that follows the last one: copies it without
-- the lines that an earlier one had. No row if there is none. Only this and `book_fetched_statement` write
-- `wallet.bank_statements` and `wallet.bank_lines`. Equal statements are confirmed with it, contradicting ones
-- overtaken.
create or replace function wallet.book_agreed_statement(of_rail text) returns setof wallet.bank_statements
language plpgsql security definer set search_path = '' as $$
declare
  pair record;
  one wallet.brought_statements;
  known record;
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
    select * into known from wallet.known_lines(one.brought_id, of_rail);
    continue when known.changed_reference is not null
      or (known.line_count = one.line_count and known.line_count > 0)
      or one.opening_balance_micros + known.amount_micros <> wallet.last_closing_balance(of_rail);
    return query select * from wallet.book_brought(one, pair.later, known.line_count, known.amount_micros);
    return;
  end loop;
end
$$;
