-- The versioned policy table. Bounds, the direction that is to a customer's disadvantage, two people and 30 days'
-- notice are enforced here too, where neither the program nor a mistake in it gets round them.
create schema policies;

create table policies.bounds (
  name text primary key,
  minimum bigint not null,
  maximum bigint not null check (maximum >= minimum),
  disadvantage text not null check (disadvantage in ('up', 'down', 'any', 'none'))
);
insert into policies.bounds (name, minimum, maximum, disadvantage) values
  ('platform_fee_percent', 0, 30, 'up'),
  ('vip_fee_percent', 0, 30, 'up'),
  ('vip_price_micros', 0, 100000000, 'up'),
  ('publisher_hold_ms', 2592000000, 5184000000, 'up'),
  ('conversion_window_ms', 86400000, 1036800000, 'any'),
  ('settlement_limit_ms', 172800000, 1209600000, 'up'),
  ('no_delivery_limit_ms', 86400000, 604800000, 'up'),
  ('review_limit_ms', 3600000, 259200000, 'up'),
  ('plan_duration_max_ms', 604800000, 7776000000, 'any'),
  ('plan_amount_min_micros', 1000000, 100000000, 'up'),
  ('plan_amount_max_micros', 100000000, 50000000000, 'down'),
  ('conversion_cap_percent', 100, 1000, 'down'),
  ('learning_conversions_count', 30, 50, 'none'),
  ('device_daily_count', 1, 24, 'any'),
  ('session_idle_ms', 3600000, 2592000000, 'none'),
  ('withdrawal_send_limit_ms', 3600000, 259200000, 'up'),
  ('hold_limit_ms', 3600000, 259200000, 'up'),
  ('hold_extended_limit_ms', 259200000, 864000000, 'up'),
  ('beneficiary_wait_ms', 0, 86400000, 'up'),
  ('deposit_auto_book_max_micros', 0, 1000000000, 'down'),
  ('newcomer_coupon_percent', 0, 50, 'down'),
  ('newcomer_coupon_max_micros', 0, 100000000, 'down'),
  ('startup_grant_micros', 0, 100000000, 'down'),
  ('startup_term_ms', 604800000, 7776000000, 'down'),
  ('follow_fee_max_percent', 0, 30, 'up'),
  ('level_window_ms', 2592000000, 31536000000, 'down'),
  ('level_1_spend_micros', 1000000, 1000000000000, 'up'),
  ('level_2_spend_micros', 1000000, 1000000000000, 'up'),
  ('level_3_spend_micros', 1000000, 1000000000000, 'up'),
  ('level_4_spend_micros', 1000000, 1000000000000, 'up');

create table policies.versions (
  version integer primary key check (version > 0),
  -- Whole decimal text by figure.
  values jsonb not null check (jsonb_typeof(values) = 'object'),
  effective_from timestamptz not null,
  reason text not null check (reason <> ''),
  -- Version 1 is the defaults, written down when the database was made; every other was approved.
  proposal_id uuid unique references operators.proposals,
  -- From the decision, filled by the trigger.
  maker_id uuid references operators.staff,
  checker_id uuid references operators.staff,
  decided_at timestamptz not null,
  check ((version = 1) = (proposal_id is null)),
  check (version = 1 or (maker_id is not null and checker_id is not null and checker_id <> maker_id))
);

create function policies.first_out_of_bounds(version_values jsonb) returns text language sql stable
set search_path = '' as $$
  select coalesce(bound.name, figure.key)
  from policies.bounds as bound
  full join jsonb_each_text(version_values) as figure on figure.key = bound.name
  where bound.name is null or figure.value is null or figure.value !~ '^\d{1,18}$'
    or figure.value::bigint not between bound.minimum and bound.maximum
  limit 1
$$;

create function policies.is_worse(before jsonb, after jsonb) returns boolean language sql stable
set search_path = '' as $$
  select exists (
    select from policies.bounds
    where (disadvantage in ('up', 'any') and (after ->> name)::bigint > (before ->> name)::bigint)
      or (disadvantage in ('down', 'any') and (after ->> name)::bigint < (before ->> name)::bigint))
$$;

create function policies.check_version() returns trigger language plpgsql security definer
set search_path = '' as $$
declare
  latest policies.versions;
  approved record;
  outside text := policies.first_out_of_bounds(new.values);
  earliest timestamptz;
begin
  if outside is not null then
    raise exception 'policy figure % is out of bounds', outside using errcode = 'check_violation';
  end if;
  select * into latest from policies.versions order by version desc limit 1;
  if new.version = 1 then
    new.decided_at := platform.now();
    return new;
  end if;
  select proposal.payload, decision.maker_id, decision.checker_id, decision.decided_at into approved
  from operators.proposals as proposal join operators.decisions as decision using (proposal_id)
  where proposal_id = new.proposal_id and proposal.action = 'policy.change' and decision.verdict = 'approved';
  if not found or new.version <> latest.version + 1
    or new.values <> latest.values || (approved.payload -> 'changes')
    or new.effective_from <> (approved.payload ->> 'effective_from')::timestamptz then
    raise exception 'nobody approved policy version % as it is', new.version using errcode = 'insufficient_privilege';
  end if;
  new.maker_id := approved.maker_id;
  new.checker_id := approved.checker_id;
  new.decided_at := approved.decided_at;
  earliest := greatest(approved.decided_at, latest.effective_from);
  if policies.is_worse(latest.values, new.values) then
    earliest := greatest(earliest, approved.decided_at + interval '30 days');
  end if;
  new.effective_from := coalesce(new.effective_from, earliest);
  if new.effective_from < earliest then
    raise exception 'policy version % gives too short a notice', new.version using errcode = 'check_violation';
  end if;
  return new;
end
$$;
create trigger check_version before insert on policies.versions
for each row execute function policies.check_version();

create function policies.announce() returns trigger language plpgsql set search_path = '' as $$
begin
  perform pg_notify('policies_changed', new.version::text);
  return null;
end
$$;
create trigger announce after insert on policies.versions
for each row execute function policies.announce();

create trigger refuse_change before update or delete or truncate on policies.versions
for each statement execute function platform.refuse_change();
create trigger refuse_change before insert or update or delete or truncate on policies.bounds
for each statement execute function platform.refuse_change();
alter table policies.versions
  enable always trigger check_version, enable always trigger announce, enable always trigger refuse_change;
alter table policies.bounds enable always trigger refuse_change;

grant usage on schema policies to adtally_program;
grant select on policies.bounds to adtally_program;
grant select, insert on policies.versions to adtally_program;
