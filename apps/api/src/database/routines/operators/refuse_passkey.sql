-- Keeps in the audit log that a passkey of somebody was shown in vain; it locks nobody.
create or replace function operators.refuse_passkey(person operators.staff, network text, outcome text) returns void
language sql set search_path = '' as $$
  select audit.append(
    'program', null, 'program', null, 'staff.passkey_refused', 'staff', person.staff_id::text, null, null, null, null, null,
    jsonb_build_object('username', person.username, 'network', network, 'counter_back', outcome = 'counter_back'))
  where person.staff_id is not null
$$;
