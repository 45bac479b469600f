-- Whether a claim holds: until its end, and while its holder is on the staff and at work by some session.
create or replace function operators.is_held(claim operators.claims) returns boolean language sql stable
set search_path = '' as $$
  select claim.claimed_until > clock_timestamp() and exists (
    select from operators.sessions as session join operators.staff as staff using (staff_id)
    where staff_id = claim.staff_id and operators.is_live(session) and session.roles = staff.roles
      and staff.disabled_at is null)
$$;
