-- Records the review of a draft in the name of the session's owner, who must not have made it. Without a reason to
-- refuse, it is approved, for exactly the file that was seen, and what it replaces is stopped with that.
create or replace function marketplace.review_creative(
  session_token text, id uuid, seen_hash bytea, refused_because text
) returns void
language plpgsql security definer set search_path = '' as $$
declare
  person operators.staff := operators.whose_session(session_token);
  draft marketplace.creatives;
begin
  select * into draft from marketplace.creatives where creative_id = id and created_by is distinct from person.staff_id;
  if not found then
    raise exception 'a creative is reviewed by somebody who has not made it' using errcode = 'insufficient_privilege';
  end if;
  if refused_because is null and seen_hash is distinct from draft.asset_hash then
    raise exception 'a creative is approved as it was seen' using errcode = 'insufficient_privilege';
  end if;
  update marketplace.creatives set
    status = case when refused_because is null then 'approved' else 'refused' end,
    refusal_reason = refused_because, reviewed_by = person.staff_id, reviewed_at = platform.now()
  where creative_id = id;
  if refused_because is null then
    update marketplace.creatives set status = 'stopped' where creative_id = draft.replaces and status = 'approved';
  end if;
end
$$;
