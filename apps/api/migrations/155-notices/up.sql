-- Signed notices to advertisers (PRODUCT §5): where each wants them, what is on its way there, and what was given up.
create schema notices;

-- An advertiser that has been told anything, or has asked for it. Its messages are sent one at a time.
create table notices.receivers (
  advertiser_id uuid primary key references marketplace.advertisers,
  -- Null once it wants no more.
  url text check (url <> ''),
  -- Nobody else sends there before this moment; that of the last try afterwards.
  busy_until timestamptz,
  registered_at timestamptz not null
);

-- Sealed. A replaced one signs beside the newest for a day, so that a receiver can change over.
create table notices.secrets (
  secret_id uuid primary key,
  advertiser_id uuid not null references notices.receivers,
  sealed bytea not null,
  created_at timestamptz not null,
  replaced_at timestamptz
);
create unique index secrets_current on notices.secrets (advertiser_id) where replaced_at is null;
create index secrets_by_advertiser on notices.secrets (advertiser_id, replaced_at);

create table notices.messages (
  -- What a receiver knows repetitions by: the same with every try.
  message_id uuid primary key,
  advertiser_id uuid not null references notices.receivers,
  kind text not null check (
    kind in (
      'conversion.credited', 'conversion.owed', 'conversion.counted', 'conversion.refused', 'conversion.reversed',
      'plan.finished', 'plan.settled', 'test'
    )
  ),
  -- The conversion or the plan.
  subject_id uuid not null,
  -- The bytes that are signed and sent.
  body text not null check (octet_length(body) <= 16384),
  written_at timestamptz not null,
  state text not null check (state in ('waiting', 'delivered', 'dead')),
  tries integer not null default 0 check (tries >= 0),
  next_try_at timestamptz,
  -- The last try is made then.
  tries_until timestamptz not null,
  -- What the last try came to.
  last_answer text check (last_answer <> ''),
  ended_at timestamptz,
  constraint messages_once unique (advertiser_id, kind, subject_id),
  constraint messages_wait_for_a_try check ((state = 'waiting') = (next_try_at is not null)),
  constraint messages_end check ((state = 'waiting') = (ended_at is null))
) with (fillfactor = 80);
create index messages_due on notices.messages (advertiser_id, next_try_at, message_id) where next_try_at is not null;
create index messages_dead on notices.messages (message_id) where state = 'dead';
create index messages_dead_of_advertiser on notices.messages (advertiser_id, message_id) where state = 'dead';
create index messages_delivered on notices.messages (ended_at) where state = 'delivered';
