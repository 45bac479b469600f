-- A version is withdrawn before it is in force, in good time for every process to hear of it: what has been judged stays.
create or replace function delivery.guard_withdrawal() returns trigger language plpgsql security definer
set search_path = '' as $$
begin
  new.withdrawn_at := platform.now();
  if not exists (
    select from delivery.rules
    where rule = new.rule and version = new.version and in_force_from >= new.withdrawn_at + interval '5 minutes'
  ) then
    raise exception 'version % of rule % is in force, or too soon to be withdrawn', new.version, new.rule
      using errcode = 'check_violation';
  end if;
  return new;
end
$$;
