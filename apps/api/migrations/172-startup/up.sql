-- Startup funds (PRODUCT §9): one promotional advance for each verified person, for plans only. The money is the
-- ledger's; no account exists in which a customer could owe it.
create schema startup;
grant usage on schema startup to adtally_program;

create table startup.grants (
  grant_id uuid primary key,
  customer_id uuid not null constraint grants_customer_key unique references identity.customers,
  -- One for each verified person, whatever becomes of it.
  person_id uuid not null constraint grants_person_key unique references identity.persons,
  amount_micros bigint not null check (amount_micros > 0),
  policy_version integer not null,
  granted_at timestamptz not null,
  expires_at timestamptz not null check (expires_at > granted_at)
);

-- What went back, by the customer's tap or at the end. After either, what plans bring back goes to promo at once.
create table startup.returns (
  return_id uuid primary key,
  grant_id uuid not null references startup.grants,
  customer_id uuid not null,
  cause text not null check (cause in ('returned', 'expired')),
  amount_micros bigint not null check (amount_micros >= 0),
  returned_at timestamptz not null
);
create index returns_of_grant on startup.returns (grant_id);
create unique index returns_expired_once on startup.returns (grant_id) where cause = 'expired';

-- A grant has the policy's terms and begins now.
create function startup.check_grant() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  figures jsonb := (select values from policies.versions where version = new.policy_version);
begin
  if new.amount_micros is distinct from (figures ->> 'startup_grant_micros')::bigint then
    raise exception 'startup funds have the terms of the policy' using errcode = 'insufficient_privilege';
  end if;
  if not exists (
    select from identity.customers where customer_id = new.customer_id and person_id = new.person_id) then
    raise exception 'startup funds are granted to a verified person' using errcode = 'insufficient_privilege';
  end if;
  new.granted_at := date_trunc('milliseconds', platform.now());
  new.expires_at := new.granted_at + (figures ->> 'startup_term_ms')::bigint * interval '1 millisecond';
  return new;
end $$;
create trigger check_grant before insert on startup.grants for each row execute function startup.check_grant();

create function startup.check_return() returns trigger language plpgsql security definer set search_path = '' as $$
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
create trigger check_return before insert on startup.returns for each row execute function startup.check_return();

-- Whoever brings startup funds back from plans holds the grants meanwhile, so that none expires in between.
create function startup.hold_grants(of_customers uuid[]) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if not platform.scope_is_system() then
    raise exception 'grants are held by the program' using errcode = 'insufficient_privilege';
  end if;
  perform from startup.grants where customer_id = any (of_customers) order by grant_id for share;
end $$;

-- Whoever lets a grant expire waits for those. Not a full lock: a tap that returns the rest only refers to the grant.
create function startup.lock_grant(wanted_grant_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if not platform.scope_is_system() then
    raise exception 'grants are locked by the program' using errcode = 'insufficient_privilege';
  end if;
  perform from startup.grants where grant_id = wanted_grant_id for no key update;
end $$;

do $$
declare
  table_name text;
begin
  foreach table_name in array array['grants', 'returns'] loop
    execute format(
      'create trigger stay before update or delete or truncate on startup.%I
       for each statement execute function platform.refuse_change()', table_name);
    execute format('alter table startup.%I enable always trigger stay', table_name);
    execute format('alter table startup.%I enable row level security', table_name);
    execute format(
      'create policy owner on startup.%I to adtally_program using (
         (select platform.scope_is_system()) or customer_id = (select platform.scope_customer_id()))', table_name);
  end loop;
end $$;
alter table startup.grants enable always trigger check_grant;
alter table startup.returns enable always trigger check_return;

revoke all on all functions in schema startup from public;
grant execute on function startup.hold_grants(uuid[]), startup.lock_grant(uuid) to adtally_program;
grant select, insert on all tables in schema startup to adtally_program;
