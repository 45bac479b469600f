-- Those of these lines' deposits whose owner is certain (PRODUCT §2.6): approved by a second person, or booked
-- automatically, with the customer's reference, a small amount, and within the day's limit. Allows a minute, because
-- processes notice a new policy slightly late.
create or replace function wallet.known_deposits(line_ids uuid[]) returns setof wallet.deposits
language sql stable set search_path = ''
set enable_hashjoin = off set enable_mergejoin = off set enable_seqscan = off as $$
  with booked as materialized (
    select deposit as row, date_trunc('day', booked_at, 'UTC') as day
    from wallet.deposits deposit where line_id = any (line_ids)
  ), day_sums as materialized (
    select day, sum(amount_micros) as sum_micros
    from (select distinct day from booked where (booked.row).proposal_id is null) days
    join wallet.deposits on proposal_id is null and booked_at >= day and booked_at < day + interval '24 hours'
    group by day
  )
  select (booked.row).* from booked
  join operators.approved on approved.proposal_id = (booked.row).proposal_id
  where action = 'deposit.book' and payload ->> 'line_id' = (booked.row).line_id::text
    and payload ->> 'customer_id' = (booked.row).customer_id::text
  union all
  select (booked.row).* from booked
  join day_sums using (day)
  join wallet.bank_lines line on line.line_id = (booked.row).line_id
  join wallet.deposit_references reference on reference.customer_id = (booked.row).customer_id
  cross join lateral (
    select max((values ->> 'deposit_auto_book_max_micros')::numeric) as most_micros
    from policies.periods
    where (booked.row).booked_at >= effective_from and (booked.row).booked_at < effective_until + interval '1 minute'
  ) as each
  cross join lateral (
    select max((values ->> 'deposit_auto_book_day_max_micros')::numeric) as most_micros
    from policies.periods
    where day + interval '24 hours' > effective_from and day < effective_until + interval '1 minute'
  ) as in_all
  where (booked.row).proposal_id is null and (booked.row).matched_by = 'reference'
    and wallet.names_reference(remittance, code)
    and (booked.row).amount_micros <= each.most_micros and sum_micros <= in_all.most_micros
$$;
