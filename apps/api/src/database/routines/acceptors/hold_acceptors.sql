-- Locks acceptors, in order, until the transaction ends, so that customers take their offers one after another. A
-- function, because customers' login may not change acceptors.
create or replace function acceptors.hold_acceptors(ids uuid[]) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform platform.ask_read_committed();
  perform from acceptors.acceptors where acceptor_id = any (ids) order by acceptor_id for update;
end
$$;
