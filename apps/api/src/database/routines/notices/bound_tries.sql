-- Nobody has a message tried for longer than 72 hours from now, whoever writes it or has it sent again.
create or replace function notices.bound_tries() returns trigger language plpgsql set search_path = '' as $$
begin
  if new.tries_until > platform.now() + interval '72 hours' then
    raise exception 'a message is tried for 72 hours at most' using errcode = 'check_violation';
  end if;
  return new;
end
$$;
