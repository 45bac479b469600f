-- Whether the current login may move an order to its status, and now: customers confirm and dispute, staff record an
-- acceptor's statement with its evidence, the worker handles deadlines. keep_order checks decisions of two people.
create or replace function acceptors.may_move(moved acceptors.orders) returns boolean
language sql stable set search_path = '' as $$
  select platform.acts_as_owner() or moved.status_at between platform.a_moment_ago() and platform.now() + interval '1 minute' and case
    when moved.status_trigger in ('confirmed', 'customer_confirmed') then platform.acts_as('api')
    when moved.status_trigger = 'customer_disputed' then platform.acts_as('api') and exists (
      select from acceptors.order_evidence where order_id = moved.order_id and party = 'customer')
    when moved.status_trigger = 'marked_paid' then platform.acts_as('office') and exists (
      select from acceptors.order_evidence where order_id = moved.order_id and party = 'acceptor')
    when moved.status_trigger in ('code_expired', 'not_paid_in_time', 'not_confirmed_in_time', 'undecided')
      then platform.acts_as('worker') and acceptors.due_at(moved.order_id) <= platform.now() + interval '1 second'
    else platform.acts_as('office') end
$$;
