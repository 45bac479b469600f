-- Which events each batch of spend has carried into the books, node by node: what an entry of the fund flow cites is
-- told by the events themselves, and no count of them is kept twice.
create table delivery.spend_batches (
  batch_id uuid not null,
  node_id integer not null references delivery.nodes,
  -- Exclusive.
  after_batch bigint not null,
  -- Inclusive.
  until_batch bigint not null check (until_batch > after_batch),
  primary key (batch_id, node_id)
);
create trigger spend_batches_are_final before update or delete or truncate on delivery.spend_batches
  for each statement execute function platform.refuse_change();
alter table delivery.spend_batches enable row level security;
create policy system_scope on delivery.spend_batches using ((select platform.scope_is_system()));
grant select, insert on delivery.spend_batches to adtally_program;
