-- At commit: a row of a party's was written in a session of that party's, as `audit.append_partner_act` in the same transaction
-- says. Arguments: the acts that write it, the subject's kind, the column of its id, the side, the column of the party, and
-- the column of the person if the row has one. What the office writes, too, is asked of the api's login alone.
create or replace function audit.ask_partner_act() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  made constant jsonb := to_jsonb(new);
begin
  if not platform.acts_as_owner() and not exists (
    select from audit.pending
    where actor_kind = 'partner' and action = any (tg_argv[0]::text[])
      and (subject_kind, subject_id) = (tg_argv[1], made ->> tg_argv[2])
      and actor_name = tg_argv[3] || ' ' || (made ->> tg_argv[4])
      and (tg_nargs < 6 or actor_id::text = made ->> tg_argv[5])
  ) then
    raise exception '% is of a partner whose session did not write it', tg_table_name
      using errcode = 'insufficient_privilege', hint = 'Append the act to the audit with their session.';
  end if;
  return null;
end
$$;
