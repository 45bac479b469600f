-- When an order as it is kept leaves its state by itself, by the policy that it was offered under; null at its end. The
-- program's `orderDeadline` says the same.
create or replace function acceptors.due_at(of_order uuid) returns timestamptz
language sql stable set search_path = '' as $$
  select case status
    when 'offered' then code_expires_at
    when 'escrowed' then status_at + (values ->> 'exchange_paying_limit_ms')::bigint * interval '1 millisecond'
    when 'paid' then status_at + (values ->> 'exchange_confirming_limit_ms')::bigint * interval '1 millisecond'
    when 'disputed' then status_at + interval '10 days' end
  from acceptors.orders join policies.versions on version = policy_version
  where order_id = of_order
$$;
