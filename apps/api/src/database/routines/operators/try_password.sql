-- Compares a password's proof: `right`, `wrong` or `locked`. Counts the try before comparing, even with concurrent
-- tries; the fifth in a row locks for a quarter of an hour, unless it is right.
create or replace function operators.try_password(tried uuid, password_proof bytea) returns text language plpgsql
set search_path = '' as $$
declare
  secrets operators.secrets;
begin
  update operators.secrets set
    failures = (failures + 1) % 5,
    locked_until = case when failures = 4 then platform.now() + interval '15 minutes' end
  where staff_id = tried and password_hash is not null and (locked_until is null or locked_until <= platform.now())
  returning * into secrets;
  if not found then
    return case
      when exists (select from operators.secrets where staff_id = tried and password_hash is not null) then 'locked'
      else 'wrong'
    end;
  end if;
  return case when secrets.password_hash = sha256(password_proof) then 'right' else 'wrong' end;
end
$$;
