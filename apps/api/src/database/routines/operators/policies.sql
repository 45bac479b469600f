-- Invisible in customers' transactions.
create policy staff_scope on operators.staff using (platform.scope_is_system());
create policy secrets_scope on operators.secrets using (platform.scope_is_system());
create policy sessions_scope on operators.sessions using (platform.scope_is_system());
create policy passkeys_scope on operators.passkeys using (platform.scope_is_system());
create policy challenges_scope on operators.challenges using (platform.scope_is_system());
create policy recovery_codes_scope on operators.recovery_codes using (platform.scope_is_system());
create policy known_devices_scope on operators.known_devices using (platform.scope_is_system());
create policy tries_scope on operators.tries using (platform.scope_is_system());
create policy known_networks_scope on operators.known_networks using (platform.scope_is_system());
create policy done_requests_scope on operators.done_requests using (platform.scope_is_system());
create policy proposals_scope on operators.proposals using (platform.scope_is_system());
create policy decisions_scope on operators.decisions using (platform.scope_is_system());
create policy open_proposals_scope on operators.open_proposals using (platform.scope_is_system());
create policy evidence_scope on operators.evidence using (platform.scope_is_system());
create policy evidence_files_scope on operators.evidence_files using (platform.scope_is_system());
create policy claims_scope on operators.claims using (platform.scope_is_system());
