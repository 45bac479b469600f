-- Acceptors' evidence is submitted by staff, customers' by themselves.
create or replace function acceptors.guard_evidence() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if not platform.acts_as(case new.party when 'acceptor' then 'office' else 'api' end) then
    raise exception 'evidence of the % is not handed in here', new.party using errcode = 'insufficient_privilege';
  end if;
  return new;
end
$$;
