-- Stores an act for a second person to approve, proposed by the session's owner, who needs a maker's role of the act.
create or replace function operators.propose(
  session_token text, new_id uuid, action text, subject_kind text, subject_id text, customer_id uuid, payload jsonb,
  reason text, facts jsonb, thing_hash bytea, about text[], given jsonb default null, out payload_hash text, out expires_at timestamptz
) language plpgsql security definer set search_path = '' as $$
declare
  maker operators.staff := operators.whose_session(session_token);
  kept operators.proposals;
begin
  perform operators.require_role(maker, action, false);
  if action = 'staff.reset_factor' and subject_id = maker.username then
    raise exception 'nobody proposes that their own second factor be reset' using errcode = 'check_violation';
  end if;
  kept := operators.keep_proposal(
    maker.staff_id, new_id, action, subject_kind, subject_id, customer_id, payload, reason, facts, thing_hash, about,
    given);
  payload_hash := encode(kept.payload_hash, 'hex');
  expires_at := kept.expires_at;
  perform audit.append_staff_act(
    session_token, kept.action || '.proposed', kept.subject_kind, kept.subject_id, kept.customer_id, kept.reason,
    jsonb_build_object('proposal_id', kept.proposal_id, 'payload_hash', payload_hash));
end
$$;
