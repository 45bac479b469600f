-- Whether whoever is logged in may bring an order where it is: customers confirm and dispute, staff keep an acceptor's word
-- with its evidence, the worker does what a deadline brings once it has come; what two people decide, keep_order asks for.
create or replace function acceptors.may_move(moved acceptors.orders) returns boolean
language sql stable set search_path = '' as $$
  select platform.acts_as_owner() or moved.status_at <= platform.now() + interval '1 minute' and case
    when moved.status_trigger in ('confirmed', 'customer_confirmed') then platform.acts_as('api')
    when moved.status_trigger = 'customer_disputed' then platform.acts_as('api') and exists (
      select from acceptors.order_evidence where order_id = moved.order_id and party = 'customer')
    when moved.status_trigger = 'marked_paid' then platform.acts_as('office') and exists (
      select from acceptors.order_evidence where order_id = moved.order_id and party = 'acceptor')
    when moved.status_trigger in ('code_expired', 'not_paid_in_time', 'not_confirmed_in_time', 'undecided')
      then platform.acts_as('worker') and acceptors.due_at(moved.order_id) <= platform.now() + interval '1 second'
    else platform.acts_as('office') end
$$;
