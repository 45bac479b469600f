-- What only a sandbox has (PRODUCT §2.9): its clock by the wish of a customer who plays, and an office that acts by itself.
create schema sandbox;

-- A wish that the clock go on, until when, and whether it has come there. While it goes on there is no other.
create table sandbox.clock_wishes (
  wish_id bigint generated always as identity primary key,
  customer_id uuid not null references identity.customers,
  request_id uuid not null,
  -- Out of which it was wished.
  session_id uuid not null,
  by_ms bigint not null check (by_ms in (3600000, 86400000, 691200000)),
  wished_at timestamptz not null,
  until_at timestamptz not null check (until_at > wished_at),
  arrived_at timestamptz,
  constraint clock_wishes_request_key unique (customer_id, request_id)
);
create unique index clock_wishes_one_at_a_time on sandbox.clock_wishes ((arrived_at is null)) where arrived_at is null;

-- Whether the office of a demo acts by itself on what waits; of no meaning elsewhere.
create table sandbox.office (
  only_row boolean primary key default true check (only_row),
  mode text not null check (mode in ('by_itself', 'by_hand'))
);
insert into sandbox.office (mode) values ('by_hand');
