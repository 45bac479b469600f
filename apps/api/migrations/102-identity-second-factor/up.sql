-- A customer's own second factor for withdrawals (PRODUCT §7): a secret that an authenticator app has too (RFC 6238),
-- encrypted, and recovery codes, hashed. No customer's transaction reads them.
create table identity.second_factors (
  customer_id uuid primary key references identity.customers,
  -- AES-256-GCM under a key from outside the database.
  secret_sealed bytea not null,
  begun_at timestamptz not null,
  -- Null until a first code has shown that the app has the secret; only then is it asked for.
  confirmed_at timestamptz check (confirmed_at >= begun_at),
  -- The step of the last code that was taken: each is good once.
  last_step bigint not null default 0,
  attempts integer not null default 0 check (attempts >= 0),
  locked_until timestamptz
);

create table identity.recovery_codes (
  code_hash bytea primary key check (octet_length(code_hash) = 32),
  customer_id uuid not null references identity.customers,
  made_at timestamptz not null
);
create index recovery_codes_customer on identity.recovery_codes (customer_id);

alter table identity.second_factors enable row level security;
alter table identity.second_factors force row level security;
create policy second_factors_scope on identity.second_factors using ((select platform.scope_is_system()));
alter table identity.recovery_codes enable row level security;
alter table identity.recovery_codes force row level security;
create policy recovery_codes_scope on identity.recovery_codes using ((select platform.scope_is_system()));

grant select, insert, delete on identity.second_factors, identity.recovery_codes to adtally_program;
grant update (secret_sealed, begun_at, confirmed_at, last_step, attempts, locked_until) on identity.second_factors
  to adtally_program;
