-- Appends what the program did or saw by itself, in any scope.
create or replace function audit.append_program_act(
  action text, subject_kind text, subject_id text, customer_id uuid, reason text, details jsonb
) returns void language sql security definer set search_path = '' as $$
  select audit.append(
    'program', null, 'program', null, $1, $2, $3, $4, $5, null, null, null, $6)
$$;
