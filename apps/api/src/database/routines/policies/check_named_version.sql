-- For tables whose rows name the policy that they are made under: that is the one in force, neither one that has been
-- announced nor one that is past. Asked once for each version that a statement's new rows name.
create or replace function policies.check_named_version() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  if not platform.acts_as_owner() and exists (
    select from (select distinct policy_version from new_rows) as named
    where not policies.is_in_force(policy_version)
  ) then
    raise exception 'a new row of %.% must name the policy version that is in force now', tg_table_schema, tg_table_name
      using errcode = 'check_violation';
  end if;
  return null;
end $$;
