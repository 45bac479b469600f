-- The rules about many events only move forward and never past now, or later events would not be judged.
create or replace function delivery.guard_pass() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if (new.passed_until < old.passed_until or new.passed_until > platform.now()) and not platform.acts_as_owner() then
    raise exception 'the rules of invalid traffic have not passed %', new.passed_until using errcode = 'check_violation';
  end if;
  return new;
end
$$;
