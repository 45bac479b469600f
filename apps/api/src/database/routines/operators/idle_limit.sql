-- How long a session of staff may rest: as the policy in force says, and a quarter of an hour where there is none yet.
create or replace function operators.idle_limit() returns interval language plpgsql stable set search_path = '' as $$
begin
  return coalesce(
    (select (values ->> 'staff_idle_ms')::bigint * interval '1 millisecond' from policies.periods
     where platform.now() >= effective_from and platform.now() < effective_until),
    interval '15 minutes');
end
$$;
