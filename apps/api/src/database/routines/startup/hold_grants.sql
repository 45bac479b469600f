-- Locks grants while startup funds are brought back from plans, so that none expires meanwhile.
create or replace function startup.hold_grants(of_customers uuid[]) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform platform.ask_read_committed();
  if not platform.scope_is_system() then
    raise exception 'grants are held by the program' using errcode = 'insufficient_privilege';
  end if;
  perform from startup.grants where customer_id = any (of_customers) order by grant_id for share;
end $$;
