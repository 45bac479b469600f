-- Each event is counted once: a cursor only moves forward, up to its node's last batch, and is never deleted.
create or replace function delivery.guard_cursor() returns trigger
  language plpgsql security definer set search_path = '' as $$
begin
  if tg_op in ('DELETE', 'TRUNCATE') then
    raise exception 'a cursor stays' using errcode = 'restrict_violation';
  end if;
  if tg_op = 'UPDATE' and (new.node_id <> old.node_id or new.batch <= old.batch) then
    raise exception 'the cursor of node % goes forward only', old.node_id using errcode = 'restrict_violation';
  end if;
  if not exists (select from delivery.nodes where node_id = new.node_id and last_batch >= new.batch) then
    raise exception 'the cursor of node % does not pass its last batch', new.node_id
      using errcode = 'restrict_violation';
  end if;
  return new;
end
$$;
