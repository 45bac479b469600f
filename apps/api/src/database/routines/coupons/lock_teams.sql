-- Two members of a team at the same moment would each see the whole cap left: whoever uses a coupon of it holds the
-- team until the commit.
create or replace function coupons.lock_teams(team_ids uuid[]) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if not platform.scope_is_system() then
    raise exception 'teams are locked by the program' using errcode = 'insufficient_privilege';
  end if;
  perform from coupons.teams where team_id = any (team_ids) order by team_id for update;
end $$;
