-- A month says what was paid, earned and given back, so the commit asks for the postings even where there are none.
create or replace function vip.ask_months() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if not platform.acts_as_owner() then
    perform ledger.ask_causes(array_agg('vip'::text), array_agg(vip_id)) from new_rows having count(*) > 0;
  end if;
  return null;
end $$;
