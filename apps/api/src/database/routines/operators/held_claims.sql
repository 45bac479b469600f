-- Who is at which piece of work now: all, or those of a kind and of these subjects.
create or replace function operators.held_claims(of_kind text, of_subjects text[])
returns table (work_kind text, subject_id text, held_by text, claimed_at timestamptz, held_until timestamptz)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select held.work_kind, held.subject_id, staff.username, held.claimed_at, held.claimed_until
  from operators.claims as held join operators.staff as staff using (staff_id)
  where (of_kind is null or held.work_kind = of_kind)
    and (of_subjects is null or held.subject_id = any (of_subjects))
    and held.claimed_until > clock_timestamp() and operators.is_held(held)
  order by held.claimed_at, held.work_kind, held.subject_id
$$;
