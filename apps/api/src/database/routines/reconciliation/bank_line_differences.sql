-- Compares every bank line with its bookings, and lists bookings on a bank account that cite no line. A line
-- withdrawn with its statement must have nothing left.
create or replace view reconciliation.bank_line_differences with (security_invoker = true) as
with booked as (
  select cause_id, min(transfer_id::text) as transfer_id, sum(amount_micros)::bigint as amount_micros
  from reconciliation.bank_effects where cause_kind = 'bank_line' group by cause_id
)
select 'line ' || coalesce(line.line_id, booked.cause_id) as subject,
  case when line.is_withdrawn then 0 when line.amount_micros > 0 or line.assigned_kind is not null then line.amount_micros
    else 0 end
    as expected_micros,
  coalesce(booked.amount_micros, 0) as found_micros
from wallet.bank_lines line
full join booked on booked.cause_id = line.line_id
where coalesce(booked.amount_micros, 0)
  <> case when line.is_withdrawn then 0 when line.amount_micros > 0 or line.assigned_kind is not null then line.amount_micros
    else 0 end
  or line.line_id is null
union all
select 'transfer ' || transfer_id, 0, amount_micros
from reconciliation.bank_effects where cause_kind <> 'bank_line';
