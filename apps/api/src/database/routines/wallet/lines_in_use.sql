-- A statement's lines with bookings, which keep it from being withdrawn: all assigned ones except deposits recalled
-- in full on their own line.
create or replace function wallet.lines_in_use(of_statement uuid) returns setof wallet.bank_lines
language sql stable set search_path = '' as $$
  select line.*
  from wallet.bank_lines line
  where line.statement_id = of_statement and line.assigned_kind is not null
    and not (line.assigned_kind = 'deposit' and exists (
      select from wallet.deposit_recalls recall
      where recall.line_id = line.line_id and recall.deposit_id = line.assigned_id))
  order by line.sequence
$$;
