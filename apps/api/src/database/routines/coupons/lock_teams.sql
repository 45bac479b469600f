-- Serialises the use of a team's coupons until the commit; two members at once would each see the whole cap left.
create or replace function coupons.lock_teams(team_ids uuid[]) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform platform.ask_read_committed();
  if not platform.scope_is_system() then
    raise exception 'teams are locked by the program' using errcode = 'insufficient_privilege';
  end if;
  perform from coupons.teams where team_id = any (team_ids) order by team_id for update;
end $$;
