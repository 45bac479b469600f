select role || ' may write ' || name || ' by itself' as problem
from platform.process_roles() as role,
  unnest(array[
    'operators.staff', 'operators.proposals', 'operators.open_proposals', 'operators.decisions', 'operators.evidence',
    'operators.evidence_files', 'operators.claims']) as name
where has_table_privilege(role, name, 'insert, update, delete, truncate, trigger')
  or has_any_column_privilege(role, name, 'insert, update')
union all
select role || ' may look into ' || name
from platform.process_roles() as role, unnest(array[
  'operators.secrets', 'operators.sessions', 'operators.tries', 'operators.known_networks', 'operators.known_devices',
  'operators.passkeys', 'operators.challenges', 'operators.recovery_codes']) as name
where has_table_privilege(role, name, 'select, insert, update, delete, truncate, references, trigger')
  or has_any_column_privilege(role, name, 'select, insert, update, references')
union all
select role || ' may say by itself who was at work, by ' || called.oid::regprocedure
from platform.process_roles() as role, pg_proc as called
where called.oid in (
    'operators.open_session'::regproc, 'operators.count_try'::regproc, 'operators.end_tries'::regproc,
    'operators.count_failure'::regproc, 'operators.settle_failure'::regproc,
    'operators.keep_proposal'::regproc, 'operators.end_proposals_of'::regproc, 'operators.keep_proof'::regproc,
    'operators.judge_passkey'::regproc, 'operators.use_recovery_code'::regproc, 'operators.set_recovery_codes'::regproc)
  and has_function_privilege(role, called.oid, 'execute')
union all
select role || ' may take what acts stand on without a word'
from platform.process_roles() as role
where has_column_privilege(role, 'operators.evidence_files', 'sealed', 'select')
union all
select role || ' may act for staff, by ' || called.oid::regprocedure
from platform.process_roles() as role, pg_proc as called
where role <> 'adtally_office' and pronamespace = 'operators'::regnamespace and proname <> 'propose_by_program'
  and has_function_privilege(role, called.oid, 'execute')
