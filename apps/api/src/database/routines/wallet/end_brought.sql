-- Ends brought statements after a booking: equal ones are confirmed; those that can't be the bank's any more are
-- overtaken: other statements with its id, its place in the chain on the same days, or its lines with other values.
create or replace function wallet.end_brought(booked wallet.bank_statements, one wallet.brought_statements)
returns void language plpgsql set search_path = '' as $$
declare
  first_day timestamptz;
  last_day timestamptz;
begin
  update wallet.brought_statements brought
  set ended_as = 'confirmed', ended_at = platform.now(), statement_id = booked.statement_id
  where brought.rail = booked.rail and brought.ended_as is null and wallet.says_the_same(brought, one);
  select min(booked_at), max(booked_at) into first_day, last_day
  from wallet.brought_lines where brought_id = one.brought_id;
  update wallet.brought_statements brought
  set ended_as = 'overtaken', ended_at = platform.now(), statement_id = booked.statement_id
  where brought.rail = booked.rail and brought.ended_as is null
    and (
      (brought.format = one.format and brought.external_id = one.external_id)
      or (select changed_reference is not null or (line_count = brought.line_count and line_count > 0)
        from wallet.known_lines(brought.brought_id, booked.rail))
      or (brought.opening_balance_micros = one.opening_balance_micros and exists (
        select from wallet.brought_lines line
        where line.brought_id = brought.brought_id and line.booked_at between first_day and last_day)
        and not exists (
          select from wallet.brought_lines line
          join wallet.bank_lines kept
            on kept.rail = booked.rail and kept.bank_reference = line.bank_reference and not kept.is_withdrawn
          where line.brought_id = brought.brought_id)));
end
$$;
