-- Books a brought statement as its rail's next: copies it without the lines that an earlier one had, in the names of
-- the two who brought it; fetched ones have no other.
create or replace function wallet.book_brought(
  one wallet.brought_statements, other wallet.brought_statements, known_count integer, known_micros bigint
) returns wallet.bank_statements language plpgsql set search_path = '' as $$
declare
  booked wallet.bank_statements;
begin
  insert into wallet.bank_statements (
    statement_id, rail, origin, format, file_hash, file_part, external_id, mapping_id, content_hash,
    opening_balance_micros, closing_balance_micros, line_count, duplicate_count, brought_by, confirmed_by, confirmed_at)
  values (
    uuidv7(), one.rail, case when one.brought_by is null then 'fetched' else 'two_people' end, one.format, one.file_hash,
    one.file_part, coalesce(one.external_id, other.external_id), one.mapping_id, one.content_hash,
    one.opening_balance_micros + known_micros, one.closing_balance_micros, one.line_count - known_count, known_count,
    one.brought_by, other.brought_by, platform.now())
  returning * into booked;
  -- Not every format marks returned money, so either mark counts.
  insert into wallet.bank_lines (
    line_id, statement_id, sequence, rail, bank_reference, booked_at, amount_micros, counterparty_name,
    counterparty_account, remittance, is_return)
  select uuidv7(), booked.statement_id, line.sequence, one.rail, line.bank_reference, line.booked_at,
    line.amount_micros, line.counterparty_name, line.counterparty_account, line.remittance,
    line.is_return or line.line_hash = any (array(
      select line_hash from wallet.brought_lines where brought_id = other.brought_id and is_return))
  from wallet.brought_lines line
  where line.brought_id = one.brought_id and (known_count = 0 or not exists (
    select from wallet.bank_lines before
    where before.rail = one.rail and before.bank_reference = line.bank_reference and not before.is_withdrawn));
  perform wallet.end_brought(booked, one);
  return booked;
end
$$;
