-- Replaces somebody's recovery codes by eight others, or by none.
create or replace function operators.set_recovery_codes(whose uuid, codes text[]) returns void language plpgsql
set search_path = '' as $$
begin
  if cardinality(codes) not in (0, 8) then
    raise exception 'recovery codes are eight' using errcode = 'check_violation';
  end if;
  delete from operators.recovery_codes where staff_id = whose;
  insert into operators.recovery_codes (staff_id, code_hash)
  select whose, sha256(convert_to(whose || ' ' || code, 'UTF8')) from unnest(codes) as code;
end
$$;
