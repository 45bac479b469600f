-- Keeps a file with the act of the session's owner that waits for this commit in the audit: nothing is added to an act
-- later, and nothing to another's. Content that is there already is kept once; what differs under its digest is refused.
create or replace function operators.keep_evidence(
  session_token text, new_id uuid, file uuid, name text, media_type text, bytes integer, sha256 bytea, sealed bytea,
  proposal uuid, action text, subject_kind text, subject_id text, readers text[]
) returns void language plpgsql security definer set search_path = '' as $$
declare
  person operators.staff := operators.whose_session(session_token);
  kept operators.evidence_files;
begin
  perform platform.ask_read_committed();
  if not exists (
    select from audit.pending as act
    where act.actor_kind = 'staff' and act.actor_id = person.staff_id
      and (act.action, act.subject_kind, act.subject_id) = ($10, $11, $12)
      and (proposal is null or act.details ->> 'proposal_id' = proposal::text)
  ) then
    raise exception 'evidence is kept with the act that it is for' using errcode = 'insufficient_privilege',
      hint = 'Append the act to the audit in the same transaction first.';
  end if;
  if sealed is not null then
    insert into operators.evidence_files (file_id, sha256, media_type, bytes, sealed)
    values ($3, $7, $5, $6, $8) on conflict on constraint evidence_files_sha256_key do nothing;
  end if;
  select * into kept from operators.evidence_files as known where known.sha256 = $7;
  if (kept.media_type, kept.bytes) is distinct from ($5, $6) then
    raise exception 'there is no such content' using errcode = 'check_violation';
  end if;
  insert into operators.evidence (
    evidence_id, file_id, proposal_id, action, subject_kind, subject_id, readers, name, given_by)
  values ($2, kept.file_id, $9, $10, $11, $12, case when $9 is null then $13 else '{}' end, $4, person.staff_id);
end
$$;
