-- A file that an act stands on, for the session's owner, which the audit then has: for those who may check the act or, where
-- one person acted, who may do it, for who gave it, and for the auditor. Others get it without its content.
create or replace function operators.open_evidence(
  session_token text, named uuid, out file_id uuid, out name text, out media_type text, out bytes integer,
  out sha256 bytea, out sealed bytea
) returns setof record language plpgsql security definer set search_path = '' as $$
declare
  person operators.staff := operators.whose_session(session_token);
  given operators.evidence;
  kept operators.evidence_files;
begin
  select * into given from operators.evidence where evidence_id = named;
  if not found then
    return;
  end if;
  select * into strict kept from operators.evidence_files as known where known.file_id = given.file_id;
  file_id := kept.file_id;
  name := given.name;
  media_type := kept.media_type;
  bytes := kept.bytes;
  sha256 := kept.sha256;
  if given.given_by = person.staff_id or 'auditor' = any (person.roles) or person.roles && given.readers
    or exists (
      select from operators.proposals as proposal join operators.act_roles() as act using (action)
      where proposal.proposal_id = given.proposal_id and person.roles && act.checker_roles) then
    sealed := kept.sealed;
    perform audit.append_staff_act(
      session_token, 'evidence.opened', 'evidence', named::text, null, null,
      jsonb_strip_nulls(jsonb_build_object(
        'of_action', given.action, 'of_subject', given.subject_id, 'proposal_id', given.proposal_id)));
  end if;
  return next;
end
$$;
