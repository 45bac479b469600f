-- Whoever shuts somebody out looks at who is left: two at once must not each count on the other. In the order of ids,
-- so that they wait for each other and nothing else; a decision's foreign keys go on.
create or replace function operators.lock_staff() returns void language plpgsql security definer
set search_path = '' as $$
begin
  perform from operators.staff order by staff_id for no key update;
end
$$;
