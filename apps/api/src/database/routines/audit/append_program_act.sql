-- Appends what the program did or noticed, in any scope; only acts that the current login may record.
create or replace function audit.append_program_act(
  action text, subject_kind text, subject_id text, customer_id uuid, reason text, details jsonb
) returns void language plpgsql security definer set search_path = '' as $$
begin
  if not exists (select from audit.program_acts() where act = action and platform.acts_as(process_role)) then
    raise exception 'the program may not record % here', action using errcode = 'insufficient_privilege';
  end if;
  perform audit.append(
    'program', null, 'program', null, action, subject_kind, subject_id, customer_id, reason, null, null, null, details);
end
$$;
