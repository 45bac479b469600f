-- What every module stands on: who may do what, time, deadlines, messages between modules, and the helpers of
-- row-level security. Its schema and the list of what was applied are made by whoever applies this.

-- Nothing is anybody's unless it is granted. The process roles' logins (adtally.logins) alone enter here: on a server of
-- one's own those of other secrets are members of the same groups.
do $$
begin
  execute format('revoke all on database %I from public', current_database());
  execute format('grant connect on database %I to %s', current_database(), current_setting('adtally.logins'));
end
$$;
revoke all on schema public from public;

revoke all on schema platform from public;

-- What a database is made with, for good: sandbox or live (PRODUCT §2.9), the ledger's one currency (PRODUCT §3), and
-- the one secret that opens what is sealed in it, known here by a keyed digest.
create table platform.environment (
  only_row boolean primary key default true check (only_row),
  mode text not null check (mode in ('sandbox', 'live')),
  created_at timestamptz not null default clock_timestamp(),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  secret_digest text not null check (secret_digest ~ '^[0-9a-f]{64}$')
);
insert into platform.environment (mode, currency, secret_digest) values (
  current_setting('adtally.ledger_mode'), current_setting('adtally.currency'), current_setting('adtally.secret_digest')
);

-- The clock (PRODUCT §16): the database's time and the sandbox's offset. A sandbox may begin in the past, and is then
-- moved forward like any other; a live ledger's clock is the database's.
create table platform.clock_offset (
  only_row boolean primary key default true check (only_row),
  offset_ms bigint not null check (offset_ms >= -400 * 86400000::bigint)
);
insert into platform.clock_offset (offset_ms)
select case mode when 'sandbox' then -current_setting('adtally.clock_begins_ago_ms')::bigint else 0 end
from platform.environment;

create table platform.clock_advances (
  id bigint generated always as identity primary key,
  by_ms bigint not null check (by_ms > 0),
  offset_ms bigint not null,
  actor text not null,
  advanced_at timestamptz not null default clock_timestamp()
);

-- Deadlines: one row for each thing that has one. Any scope may set one; only the worker reads them. Deadlines and messages name
-- the request that they follow from, if one alone has caused them, in the safe form of lib/request-context.ts.
create table platform.jobs (
  kind text not null check (kind <> ''),
  subject_id text not null check (subject_id <> ''),
  due_at timestamptz not null,
  attempts integer not null default 0 check (attempts >= 0),
  retry_at timestamptz,
  last_error text,
  request_id text check (request_id ~ '^[A-Za-z0-9._-]{8,64}$'),
  primary key (kind, subject_id)
);
create index jobs_by_time on platform.jobs (coalesce(retry_at, due_at));
create index jobs_failed on platform.jobs (coalesce(retry_at, due_at)) where attempts > 0;
create index jobs_of_kind on platform.jobs (kind, coalesce(retry_at, due_at));

-- Messages between modules, published in the transaction that makes them true.
create table platform.outbox (
  id bigint generated always as identity primary key,
  topic text not null check (topic <> ''),
  -- Messages of one topic and key are handled in the order of their ids; an empty key asks for no order.
  key text not null,
  payload jsonb not null,
  published_at timestamptz not null default platform.now(),
  attempts integer not null default 0 check (attempts >= 0),
  retry_at timestamptz,
  last_error text,
  request_id text check (request_id ~ '^[A-Za-z0-9._-]{8,64}$')
);
create index outbox_by_key on platform.outbox (topic, key, id);
