-- After the founders, members of staff need an approval that matches.
create or replace function operators.check_staff() returns trigger language plpgsql security definer
set search_path = pg_catalog, pg_temp as $$
begin
  if new.founder is null and not exists (
    select from operators.proposals join operators.decisions using (proposal_id)
    where proposal_id = new.proposal_id and action = 'staff.add' and verdict = 'approved'
      and payload ->> 'username' = new.username and payload -> 'roles' = to_jsonb(new.roles)) then
    raise exception 'nobody approved % as staff', new.username using errcode = 'insufficient_privilege';
  end if;
  return new;
end
$$;
