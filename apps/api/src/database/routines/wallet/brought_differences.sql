-- How a waiting statement differs from others for the same period: with its id, some of its lines, or its place in
-- the chain on the same days. One row per line that is missing, added or changed, up to a limit each, with the fields
-- that differ; one row without a line if only balances differ.
create or replace function wallet.brought_differences(target uuid, lines_max integer) returns table (
  other_id uuid, other_by text, opening_micros bigint, other_opening_micros bigint, closing_micros bigint,
  other_closing_micros bigint, line_count bigint, kind text, bank_reference text, amount_micros bigint,
  other_amount_micros bigint, fields jsonb
) language sql stable set search_path = '' as $$
  with mine as (
    select * from wallet.brought_statements where brought_id = target
  ), theirs as (
    select other.*
    from mine
    join wallet.brought_statements other
      on other.rail = mine.rail and other.brought_id <> mine.brought_id and other.ended_as is null
      and other.content_hash is not null and not wallet.says_the_same(other, mine)
    where (other.format = mine.format and other.external_id = mine.external_id)
      or exists (
        select from wallet.brought_lines line
        join wallet.brought_lines their on their.bank_reference = line.bank_reference
        where line.brought_id = mine.brought_id and their.brought_id = other.brought_id)
      or (other.opening_balance_micros = mine.opening_balance_micros and exists (
        select from wallet.brought_lines line
        join wallet.brought_lines their on their.booked_at = line.booked_at
        where line.brought_id = mine.brought_id and their.brought_id = other.brought_id))
  ), differing as (
    select theirs.brought_id as other_id, found.*,
      row_number() over (partition by theirs.brought_id order by found.sequence) as place,
      count(*) over (partition by theirs.brought_id) as line_count
    from theirs cross join lateral (
      select
        case when line.brought_id is null then 'missing' when their.brought_id is null then 'added' else 'changed' end
          as kind,
        coalesce(line.bank_reference, their.bank_reference) as bank_reference, line.amount_micros,
        their.amount_micros as other_amount_micros,
        wallet.differing_fields(
          wallet.line_fields(
            line.booked_at, line.amount_micros, line.counterparty_name, line.counterparty_account, line.remittance),
          wallet.line_fields(
            their.booked_at, their.amount_micros, their.counterparty_name, their.counterparty_account, their.remittance))
          as fields,
        coalesce(line.sequence, their.sequence) as sequence
      from (select * from wallet.brought_lines where brought_id = target) as line
      full join (select * from wallet.brought_lines where brought_id = theirs.brought_id) as their
        on their.bank_reference = line.bank_reference
      where line.line_hash is distinct from their.line_hash
    ) as found
  )
  select theirs.brought_id, staff.username, mine.opening_balance_micros, theirs.opening_balance_micros,
    mine.closing_balance_micros, theirs.closing_balance_micros, coalesce(differing.line_count, 0), differing.kind,
    differing.bank_reference, differing.amount_micros, differing.other_amount_micros, differing.fields
  from mine cross join theirs
  left join operators.staff on staff.staff_id = theirs.brought_by
  left join differing on differing.other_id = theirs.brought_id and differing.place <= lines_max
  order by theirs.sequence, differing.place
$$;
