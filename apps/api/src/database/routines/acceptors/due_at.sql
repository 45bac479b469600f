-- When an order leaves its status automatically, by its offer's policy; null at its end. Same as `orderDeadline`.
create or replace function acceptors.due_at(of_order uuid) returns timestamptz
language sql stable set search_path = '' as $$
  select case status
    when 'offered' then code_expires_at
    when 'escrowed' then status_at + (values ->> 'exchange_paying_limit_ms')::bigint * interval '1 millisecond'
    when 'paid' then status_at + (values ->> 'exchange_confirming_limit_ms')::bigint * interval '1 millisecond'
    when 'disputed' then status_at + interval '240 hours' end
  from acceptors.orders join policies.versions on version = policy_version
  where order_id = of_order
$$;
