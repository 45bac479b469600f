-- Staff is the office's part; the worker proposes what bank lines ask for, and ends expired proposals.
grant usage on schema operators to adtally_worker, adtally_office;
-- For reading staff and open proposals; only the functions below write.
grant select on operators.proposals, operators.open_proposals, operators.decisions to adtally_worker, adtally_office;
-- What is sealed only a function gives, which keeps who took it.
grant select on operators.evidence to adtally_office;
grant select (file_id, sha256, media_type, bytes, kept_at) on operators.evidence_files to adtally_office;
grant select on operators.staff to adtally_office;
grant execute on function operators.propose_by_program(
    uuid, text, text, text, uuid, jsonb, text, jsonb, bytea, text[])
  to adtally_worker, adtally_office;
-- Only these functions access credentials and sessions.
grant execute on function
  operators.found_staff(jsonb),
  operators.add_staff(uuid, uuid, text),
  operators.change_roles(text, uuid),
  operators.readmit(text, uuid, text),
  operators.reset_factor(uuid, text),
  operators.activate_staff(text, text, text, bytea, bytea, bytea, bytea, text[], bytea),
  operators.sign_in_parameters(text),
  operators.sign_in(text, bytea, bytea, bigint, text, text, text, text, text, text),
  operators.prove(text, bytea, bytea, bigint, text, text),
  operators.ask_passkey(text, text, text),
  operators.passkey_parameters(bytea),
  operators.sign_in_by_passkey(text, bytea, bytea, bigint, text, text, text, text, text),
  operators.prove_by_passkey(text, text, bytea, bytea, bigint, text),
  operators.add_passkey(text, text, uuid, bytea, text, text[], bytea, bytea, bigint),
  operators.remove_passkey(text, uuid),
  operators.own_factors(text),
  operators.renew_recovery_codes(text, text[]),
  operators.own_sessions(text),
  operators.end_own_sessions(text, uuid),
  operators.resume_session(text),
  operators.sign_out(text),
  operators.change_password(text, bytea, bytea, bytea),
  operators.sign_in_states(),
  operators.lock_staff(),
  operators.is_shut_out(uuid),
  operators.shut_out(text, uuid, text),
  operators.done_request(text, uuid),
  operators.take_request(text, uuid, text, text, text),
  operators.propose(text, uuid, text, text, text, uuid, jsonb, text, jsonb, bytea, text[], jsonb),
  operators.try_approval(text, uuid),
  operators.approve(text, uuid, jsonb),
  operators.supersede(text, uuid, text),
  operators.end_proposal(text, uuid, text),
  operators.keep_evidence(
    text, uuid, uuid, text, text, integer, bytea, bytea, uuid, text, text, text, text[]),
  operators.open_evidence(text, uuid),
  operators.claim(text, text, text, boolean),
  operators.renew_claim(text, text, text),
  operators.release_claim(text, text, text),
  operators.held_claims(text, text[])
  to adtally_office;
