-- Books the next fetched statement of a rail that follows the last one, like `book_agreed_statement`. If the bank has
-- sent something else for it since, it waits for people. No row if there is none.
create or replace function wallet.book_fetched_statement(token text, of_rail text) returns setof wallet.bank_statements
language plpgsql security definer set search_path = '' as $$
declare
  one wallet.brought_statements;
  known record;
begin
  perform wallet.ask_connector(token);
  perform wallet.lock_statements(of_rail);
  for one in
    select brought.*
    from wallet.fetched_statements fetched join wallet.brought_statements brought using (brought_id)
    where fetched.rail = of_rail and fetched.found_as = 'new' and brought.ended_as is null and not exists (
      select from wallet.fetched_statements other
      where other.rail = of_rail and other.external_id = fetched.external_id and other.found_as = 'differs')
    order by fetched.sequence
  loop
    select * into known from wallet.known_lines(one.brought_id, of_rail);
    continue when known.changed_reference is not null
      or (known.line_count = one.line_count and known.line_count > 0)
      or one.opening_balance_micros + known.amount_micros <> wallet.last_closing_balance(of_rail);
    return query select * from wallet.book_brought(one, null, known.line_count, known.amount_micros);
    return;
  end loop;
end
$$;
