-- Names as they are compared, as columns: under row-level security PostgreSQL does not believe `lower` to be harmless, so
-- that signing in went through every customer instead of the index.
alter table identity.customers
  add column username_folded text not null generated always as (lower(username)) stored,
  add column email_folded text not null generated always as (lower(email)) stored;
drop index identity.customers_username_key, identity.customers_email_key;
create unique index customers_username_key on identity.customers (username_folded);
create unique index customers_email_key on identity.customers (email_folded);
