-- Records that the session's owner viewed a section of these customers', once per customer and hour, even from two
-- processes at once. In the order of customers, so that two views of many don't deadlock.
create or replace function audit.append_looks(session_token text, looked_at text, customers uuid[]) returns void
language plpgsql security definer set search_path = '' as $$
declare
  person operators.staff := operators.whose_session(session_token);
  looked uuid;
begin
  for looked in
    insert into audit.looks as known (staff_id, customer_id, section, hour)
    select distinct person.staff_id, customer, looked_at, date_trunc('hour', platform.now(), 'UTC')
    from unnest(customers) as customer order by customer
    on conflict (staff_id, customer_id, section) do update set hour = excluded.hour where known.hour < excluded.hour
    returning customer_id
  loop
    perform audit.append(
      'staff', person.staff_id, person.username, array_to_string(person.roles, ', '), looked_at || '.viewed', 'customer',
      looked::text, looked, null, null, null, null, '{}');
  end loop;
end
$$;
