-- Gives a piece of work to the session's owner for five minutes, whose it stays while they renew it; another has it only
-- where nobody at work holds it, or who asks takes it over. Of two at once one has it. Answers whose it is then.
create or replace function operators.claim(
  session_token text, kind text, subject text, take_over boolean, out is_own boolean, out held_by text,
  out held_until timestamptz
) language plpgsql security definer set search_path = '' as $$
declare
  person operators.staff := operators.whose_session(session_token);
  former operators.claims;
  is_held boolean;
begin
  perform platform.ask_read_committed();
  delete from operators.claims where (work_kind, subject_id) in (
    select old.work_kind, old.subject_id from operators.claims as old
    where old.claimed_until < clock_timestamp() - interval '1 hour' limit 100 for update skip locked);
  -- Nobody is at more pieces than that.
  delete from operators.claims where (work_kind, subject_id) in (
    select own.work_kind, own.subject_id from operators.claims as own
    where own.staff_id = person.staff_id and (own.work_kind, own.subject_id) <> (kind, subject)
    order by own.claimed_until desc offset 49 for update skip locked);
  insert into operators.claims (work_kind, subject_id, staff_id, claimed_at, claimed_until)
  values (kind, subject, person.staff_id, clock_timestamp(), clock_timestamp() + interval '5 minutes')
  on conflict (work_kind, subject_id) do nothing;
  is_own := found;
  if is_own then
    perform audit.append_staff_act(session_token, 'work.claimed', kind, subject, null, null, '{}');
  else
    -- Whoever comes second waits here, and then sees whose it is.
    select * into strict former from operators.claims as held
    where (held.work_kind, held.subject_id) = (kind, subject) for update;
    is_held := operators.is_held(former);
    is_own := former.staff_id = person.staff_id or not is_held or take_over;
    if is_own then
      update operators.claims as held set
        staff_id = person.staff_id, claimed_until = clock_timestamp() + interval '5 minutes',
        claimed_at = case when is_held and former.staff_id = person.staff_id then former.claimed_at
          else clock_timestamp() end
      where (held.work_kind, held.subject_id) = (kind, subject);
      if former.staff_id <> person.staff_id or not is_held then
        perform audit.append_staff_act(
          session_token, 'work.claimed', kind, subject, null, null,
          case when is_held then jsonb_build_object('taken_from', former.staff_id) else '{}' end);
      end if;
    end if;
  end if;
  select staff.username, held.claimed_until into strict held_by, held_until
  from operators.claims as held join operators.staff as staff using (staff_id)
  where (held.work_kind, held.subject_id) = (kind, subject);
end
$$;
