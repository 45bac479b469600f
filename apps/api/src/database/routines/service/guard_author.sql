-- Staff write from the office, and customers, visitors and the program from the api.
create or replace function service.guard_author() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if not platform.acts_as(case new.author when 'service' then 'office' else 'api' end) then
    raise exception 'a message of the % is not written here', new.author using errcode = 'insufficient_privilege';
  end if;
  return new;
end
$$;
