-- What every module stands on: who may do what, time, deadlines, messages between modules, and the helpers of
-- row-level security. How a module's migration is written: docs/ARCHITECTURE.md, "Migrations".

-- Nothing is anybody's unless a migration grants it.
do $$
begin
  execute format('revoke all on database %I from public', current_database());
  execute format('grant connect on database %I to adtally_program', current_database());
end
$$;
revoke all on schema public from public;
alter default privileges revoke execute on functions from public;
alter default privileges revoke usage on types from public;

revoke all on schema platform from public;
grant usage on schema platform to adtally_program;

create function platform.refuse_change() returns trigger language plpgsql set search_path = '' as $$
begin
  raise exception '% on %.% is not allowed: its rows are final', tg_op, tg_table_schema, tg_table_name
    using errcode = 'restrict_violation';
end
$$;
comment on function platform.refuse_change() is
  'Trigger for append-only tables: before update or delete or truncate, for each statement.';

-- Sandbox or live, for good (PRODUCT §2.9).
create table platform.environment (
  only_row boolean primary key default true check (only_row),
  mode text not null check (mode in ('sandbox', 'live')),
  created_at timestamptz not null default clock_timestamp()
);
insert into platform.environment (mode) values (current_setting('adtally.ledger_mode'));
create trigger environment_is_final before insert or update or delete or truncate on platform.environment
  for each statement execute function platform.refuse_change();
grant select on platform.environment to adtally_program;

-- The clock (PRODUCT §16): the database's time and the sandbox's offset.
create table platform.clock_offset (
  only_row boolean primary key default true check (only_row),
  offset_ms bigint not null check (offset_ms >= 0)
);
insert into platform.clock_offset (offset_ms) values (0);
grant select on platform.clock_offset to adtally_program;

create table platform.clock_advances (
  id bigint generated always as identity primary key,
  by_ms bigint not null check (by_ms > 0),
  offset_ms bigint not null,
  actor text not null,
  advanced_at timestamptz not null default clock_timestamp()
);
create trigger clock_advances_are_final before update or delete or truncate on platform.clock_advances
  for each statement execute function platform.refuse_change();
grant select on platform.clock_advances to adtally_program;

-- Stable, so that `due_at <= platform.now()` can use an index: one reading for a statement is what is wanted.
create function platform.now() returns timestamptz language plpgsql stable parallel safe set search_path = '' as $$
begin
  return clock_timestamp() + (select offset_ms from platform.clock_offset) * interval '1 millisecond';
end
$$;
grant execute on function platform.now() to adtally_program;

create function platform.advance_clock(advance_ms bigint, advanced_by text) returns bigint
  language plpgsql security definer set search_path = '' as $$
declare
  new_offset_ms bigint;
begin
  if (select mode from platform.environment) is distinct from 'sandbox' then
    raise exception 'the clock of a live ledger can''t be moved' using errcode = 'insufficient_privilege';
  end if;
  if advance_ms is null or advance_ms <= 0 or advance_ms > 400 * 86400000::bigint then
    raise exception 'the clock moves forward, by at most 400 days at a time' using errcode = 'invalid_parameter_value';
  end if;
  update platform.clock_offset set offset_ms = offset_ms + advance_ms returning offset_ms into new_offset_ms;
  insert into platform.clock_advances (by_ms, offset_ms, actor) values (advance_ms, new_offset_ms, advanced_by);
  perform pg_notify('platform_clock', new_offset_ms::text);
  return new_offset_ms;
end
$$;
grant execute on function platform.advance_clock(bigint, text) to adtally_program;

-- Row-level security's question: for whom does this transaction read? Unset means for nobody.
create function platform.scope_is_system() returns boolean language sql stable parallel safe as $$
  select coalesce(current_setting('adtally.scope', true), '') = 'system'
$$;
create function platform.scope_customer_id() returns uuid language sql stable parallel safe as $$
  select case when current_setting('adtally.scope', true) = 'customer'
    then nullif(current_setting('adtally.customer_id', true), '')::uuid end
$$;
grant execute on function platform.scope_is_system(), platform.scope_customer_id() to adtally_program;

-- Deadlines: one row for each thing that has one. Any scope may set one; only the worker reads them.
create table platform.jobs (
  kind text not null check (kind <> ''),
  subject_id text not null check (subject_id <> ''),
  due_at timestamptz not null,
  attempts integer not null default 0 check (attempts >= 0),
  retry_at timestamptz,
  last_error text,
  primary key (kind, subject_id)
);
create index jobs_by_time on platform.jobs (coalesce(retry_at, due_at));
alter table platform.jobs enable row level security;
create policy worker_only on platform.jobs using ((select platform.scope_is_system()));
grant select, update, delete on platform.jobs to adtally_program;

create function platform.schedule_job(job_kind text, job_subject_id text, job_due_at timestamptz) returns void
  language plpgsql security definer set search_path = '' as $$
begin
  insert into platform.jobs (kind, subject_id, due_at) values (job_kind, job_subject_id, job_due_at)
    on conflict (kind, subject_id)
    do update set due_at = excluded.due_at, attempts = 0, retry_at = null, last_error = null;
  perform pg_notify('platform_jobs', '');
end
$$;
create function platform.cancel_job(job_kind text, job_subject_id text) returns void
  language sql security definer set search_path = '' as $$
  delete from platform.jobs where kind = job_kind and subject_id = job_subject_id
$$;

-- Messages between modules, published in the transaction that makes them true.
create table platform.outbox (
  id bigint generated always as identity primary key,
  topic text not null check (topic <> ''),
  -- Messages of one topic and key are handled in the order of their ids; an empty key asks for no order.
  key text not null,
  payload jsonb not null,
  published_at timestamptz not null default clock_timestamp(),
  attempts integer not null default 0 check (attempts >= 0),
  retry_at timestamptz,
  last_error text
);
create index outbox_by_key on platform.outbox (topic, key, id);
alter table platform.outbox enable row level security;
create policy worker_only on platform.outbox using ((select platform.scope_is_system()));
grant select, update, delete on platform.outbox to adtally_program;

create function platform.publish(message_topic text, message_key text, message_payload jsonb) returns void
  language plpgsql security definer set search_path = '' as $$
begin
  insert into platform.outbox (topic, key, payload) values (message_topic, message_key, message_payload);
  perform pg_notify('platform_outbox', '');
end
$$;

grant execute on function
  platform.schedule_job(text, text, timestamptz),
  platform.cancel_job(text, text),
  platform.publish(text, text, jsonb)
  to adtally_program;

grant select on platform.migrations to adtally_program;
