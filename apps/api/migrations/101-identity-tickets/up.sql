-- Sign-in from hybrid hosts (PRODUCT §7): host apps whose keys two members of staff entered, the tickets that were
-- traded, the opening tickets of users who have no ad account yet, and which account is which host user's.

-- What tickets have to be made for (`aud`): this database and no other, so that a sandbox's ticket opens nothing live.
create table identity.ticket_audience (
  is_the_one boolean primary key default true check (is_the_one),
  audience text not null
);
insert into identity.ticket_audience (audience) values ('urn:uuid:' || gen_random_uuid());

create table identity.host_keys (
  host_id text not null check (host_id ~ '^[a-z][a-z0-9-]{1,31}$' and host_id <> 'sandbox'),
  key_id text not null check (key_id ~ '^[A-Za-z0-9._-]{1,64}$'),
  host_name text not null check (host_name <> ''),
  -- Public halves only.
  public_jwk jsonb not null check (not (public_jwk ? 'd')),
  proposal_id uuid not null,
  added_at timestamptz not null,
  revoked_at timestamptz,
  primary key (host_id, key_id)
);

-- Tickets that were traded, until nobody could use them any more: the primary key is what makes them single use.
create table identity.entry_tickets (
  host_id text not null,
  ticket_id text not null,
  used_at timestamptz not null,
  primary key (host_id, ticket_id)
);
create index entry_tickets_used on identity.entry_tickets (used_at);

create table identity.opening_tickets (
  opening_id uuid primary key,
  -- SHA-256 of 256 random bits.
  ticket_hash bytea not null constraint opening_tickets_hash_key unique check (octet_length(ticket_hash) = 32),
  host_id text not null,
  subject text not null,
  -- What the host says of its user, under a key from outside the database.
  profile_sealed bytea not null,
  created_at timestamptz not null,
  expires_at timestamptz not null check (expires_at > created_at),
  used_at timestamptz
);
create index opening_tickets_end on identity.opening_tickets (expires_at);

create table identity.hybrid_accounts (
  host_id text not null,
  subject text not null check (length(subject) between 1 and 128),
  customer_id uuid not null constraint hybrid_accounts_customer_key unique
    -- The account is written later in the same transaction, once ticket and host user are known to be free.
    references identity.customers deferrable initially deferred,
  opened_at timestamptz not null,
  constraint hybrid_accounts_subject_key primary key (host_id, subject)
);

alter table identity.ticket_audience enable row level security;
alter table identity.host_keys enable row level security;
alter table identity.entry_tickets enable row level security;
alter table identity.opening_tickets enable row level security;
alter table identity.hybrid_accounts enable row level security;
create policy ticket_audience_scope on identity.ticket_audience using ((select platform.scope_is_system()));
create policy host_keys_scope on identity.host_keys using ((select platform.scope_is_system()));
create policy entry_tickets_scope on identity.entry_tickets using ((select platform.scope_is_system()));
create policy opening_tickets_scope on identity.opening_tickets using ((select platform.scope_is_system()));
create policy hybrid_accounts_scope on identity.hybrid_accounts using (
  (select platform.scope_is_system()) or customer_id = (select platform.scope_customer_id()));

grant select on identity.ticket_audience to adtally_program;
grant select, insert on identity.host_keys, identity.hybrid_accounts to adtally_program;
grant update (revoked_at) on identity.host_keys to adtally_program;
grant select, insert, delete on identity.entry_tickets to adtally_program;
grant select, insert, delete on identity.opening_tickets to adtally_program;
grant update (used_at) on identity.opening_tickets to adtally_program;
