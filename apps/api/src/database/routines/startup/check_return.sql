-- Startup funds are returned by the customer who got them, now, and expire no earlier than their time.
create or replace function startup.check_return() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  granted startup.grants;
begin
  select * into granted from startup.grants where grant_id = new.grant_id;
  new.returned_at := date_trunc('milliseconds', platform.now());
  if granted.customer_id is distinct from new.customer_id
    or (new.cause = 'expired' and new.returned_at < granted.expires_at) then
    raise exception 'startup funds go back from whom they were granted to, and expire at their time'
      using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;
