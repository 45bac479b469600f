-- Keeps an act for one person to approve that the program proposes by itself; the table says which it may.
create or replace function operators.propose_by_program(
  new_id uuid, action text, subject_kind text, subject_id text, customer_id uuid, payload jsonb, reason text,
  out payload_hash text, out expires_at timestamptz
) language plpgsql security definer set search_path = '' as $$
declare
  kept operators.proposals := operators.keep_proposal(
    null, new_id, action, subject_kind, subject_id, customer_id, payload, reason);
begin
  payload_hash := encode(kept.payload_hash, 'hex');
  expires_at := kept.expires_at;
  perform audit.append_program_act(
    kept.action || '.proposed', kept.subject_kind, kept.subject_id, kept.customer_id, kept.reason,
    jsonb_build_object('proposal_id', kept.proposal_id, 'payload_hash', payload_hash));
end
$$;
