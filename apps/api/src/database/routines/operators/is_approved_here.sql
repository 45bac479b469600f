-- Whether one of these acts was approved in this transaction, about this subject if given; so what takes two people
-- is done along with their approval, and can't be repeated by it.
create or replace function operators.is_approved_here(actions text[], about_kind text, about_id text) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select from operators.approved_here
    where action = any (actions)
      and (about_id is null or (subject_kind, subject_id) = (about_kind, about_id)))
$$;
