-- A party's account never changes, but it can be replaced once.
create or replace function payouts.guard_account() returns trigger language plpgsql as $$
begin
  if old.replaced_at is not null
    or (to_jsonb(new) - 'replaced_at') is distinct from (to_jsonb(old) - 'replaced_at') then
    raise exception 'an account is replaced once and otherwise never changed' using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;
