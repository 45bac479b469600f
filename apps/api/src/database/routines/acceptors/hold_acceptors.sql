-- Holds acceptors, in order, until the transaction ends: customers take their offers one after another, and may change
-- nothing of them.
create or replace function acceptors.hold_acceptors(ids uuid[]) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform from acceptors.acceptors where acceptor_id = any (ids) order by acceptor_id for update;
end
$$;
