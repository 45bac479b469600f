-- Where events and ledger differ on what a plan paid.
create or replace view reconciliation.plan_differences with (security_invoker = true) as
select 'plan ' || coalesce(event.plan_id, booked.plan_id) || ' ' || coalesce(event.earner, booked.earner) as subject,
  coalesce(event.amount_micros, 0) as expected_micros, coalesce(booked.amount_micros, 0) as found_micros
from reconciliation.event_money event
full join reconciliation.ledger_money booked on booked.plan_id = event.plan_id and booked.earner = event.earner
where coalesce(event.amount_micros, 0) <> coalesce(booked.amount_micros, 0);
