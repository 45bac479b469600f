-- A brought statement's booked lines: their number and sum, and a reference whose amount or day has changed.
create or replace function wallet.known_lines(
  target uuid, of_rail text, out line_count integer, out amount_micros bigint, out changed_reference text
) language sql stable set search_path = '' as $$
  select count(*)::integer, coalesce(sum(line.amount_micros), 0)::bigint,
    min(line.bank_reference) filter (
      where line.amount_micros <> booked.amount_micros
        or (line.booked_at at time zone 'UTC')::date <> (booked.booked_at at time zone 'UTC')::date)
  from wallet.brought_lines line
  join wallet.bank_lines booked
    on booked.rail = of_rail and booked.bank_reference = line.bank_reference and not booked.is_withdrawn
  where line.brought_id = target
$$;
