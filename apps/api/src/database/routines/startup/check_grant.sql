-- A grant has the policy's terms, begins now, and is an active account's: one that is being closed is waited for.
create or replace function startup.check_grant() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  figures jsonb := (select values from policies.versions where version = new.policy_version);
begin
  perform platform.ask_read_committed();
  if new.amount_micros is distinct from (figures ->> 'startup_grant_micros')::bigint then
    raise exception 'startup funds have the terms of the policy' using errcode = 'insufficient_privilege';
  end if;
  if not exists (
    select from identity.customers where customer_id = new.customer_id and person_id = new.person_id) then
    raise exception 'startup funds are granted to a verified person' using errcode = 'insufficient_privilege';
  end if;
  perform from identity.customers where customer_id = new.customer_id and status = 'active' for share;
  if not found then
    raise exception 'startup funds are granted to an active account' using errcode = 'insufficient_privilege';
  end if;
  new.granted_at := date_trunc('milliseconds', platform.now());
  new.expires_at := new.granted_at + (figures ->> 'startup_term_ms')::bigint * interval '1 millisecond';
  return new;
end $$;
