-- A chat that follows without gaps: every change of a customer's thread, a message or a read mark, takes the next
-- revision under the thread's lock, so that whoever has all up to a revision misses nothing before it.
create table service.chat_threads (
  customer_id uuid primary key references identity.customers,
  revision bigint not null check (revision >= 0)
) with (fillfactor = 80);

select set_config('adtally.scope', 'system', true);

alter table service.chat_messages
  add column position bigint,
  add column revision bigint,
  -- Ids of files.images, in the order they are shown.
  add column image_ids uuid[] not null default '{}';
update service.chat_messages m set position = n.place, revision = n.place
  from (select message_id, row_number() over (partition by customer_id order by message_id) as place
    from service.chat_messages) n
  where n.message_id = m.message_id;
insert into service.chat_threads (customer_id, revision)
  select customer_id, max(revision) from service.chat_messages group by customer_id;
alter table service.chat_messages
  alter column position set not null,
  alter column revision set not null,
  add unique (customer_id, position),
  add unique (customer_id, revision) deferrable initially deferred,
  drop constraint chat_messages_text_check,
  add constraint chat_messages_text_check
    check (length(text) <= 4000 and (text <> '' or cardinality(image_ids) > 0)),
  add check (cardinality(image_ids) <= 4),
  add check (revision >= position and position > 0);
drop index service.chat_messages_newest;

grant select, insert on service.chat_threads to adtally_program;
grant update (revision) on service.chat_threads, service.chat_messages to adtally_program;
alter table service.chat_threads enable row level security;
alter table service.chat_threads force row level security;
create policy owner on service.chat_threads
  using ((select platform.scope_is_system()) or customer_id = (select platform.scope_customer_id()));

-- Tells every process that a chat has changed; sockets there read what is new.
create function service.announce_chat() returns trigger language plpgsql set search_path = '' as $$
begin
  perform pg_notify('service_chat', new.customer_id::text);
  return null;
end
$$;
create trigger chat_changed after update on service.chat_threads
  for each row when (new.revision > old.revision) execute function service.announce_chat();
