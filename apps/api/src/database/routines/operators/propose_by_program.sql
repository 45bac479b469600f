-- Stores an act that the program proposes, for one person to approve; the table limits the acts, and the wallet
-- (`guard_program_proposal`) checks that it is what a bank line says.
create or replace function operators.propose_by_program(
  new_id uuid, action text, subject_kind text, subject_id text, customer_id uuid, payload jsonb, reason text,
  facts jsonb, thing_hash bytea, about text[], out payload_hash text, out expires_at timestamptz
) language plpgsql security definer set search_path = '' as $$
declare
  kept operators.proposals := operators.keep_proposal(
    null, new_id, action, subject_kind, subject_id, customer_id, payload, reason, facts, thing_hash, about,
    null);
begin
  payload_hash := encode(kept.payload_hash, 'hex');
  expires_at := kept.expires_at;
  perform audit.append(
    'program', null, 'program', null,
    kept.action || '.proposed', kept.subject_kind, kept.subject_id, kept.customer_id, kept.reason,
    null, null, null, jsonb_build_object('proposal_id', kept.proposal_id, 'payload_hash', payload_hash));
end
$$;
