-- At commit: a row in a person's name was written in their session, as `audit.append_staff_act` in the same transaction
-- says of its subject. Arguments: the acts that write it, the subject's kind, the columns of its id and of the person,
-- and the column of their username if the row has one. The program appends after it has written the row, and what
-- waits is this transaction's alone.
create or replace function audit.ask_staff_act() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  made constant jsonb := to_jsonb(new);
begin
  if not platform.acts_as_owner() and not exists (
    select from audit.pending
    where actor_kind = 'staff' and action = any (tg_argv[0]::text[])
      and (subject_kind, subject_id) = (tg_argv[1], made ->> tg_argv[2])
      and actor_id::text = made ->> tg_argv[3]
      and (tg_nargs < 5 or actor_name = made ->> tg_argv[4])
  ) then
    raise exception '% is in the name of somebody of the staff whose session did not write it', tg_table_name
      using errcode = 'insufficient_privilege', hint = 'Append the act to the audit with their session.';
  end if;
  return null;
end
$$;
