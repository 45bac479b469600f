-- Whether somebody approved one of these acts in this very transaction, about this subject where one is named: what two
-- people have to decide is done with their approval, and can't be done again by it.
create or replace function operators.is_approved_here(actions text[], about_kind text, about_id text) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select from operators.approved_here
    where action = any (actions)
      and (about_id is null or (subject_kind, subject_id) = (about_kind, about_id)))
$$;
