-- Gives a piece of work back; answers whether the session's owner held it.
create or replace function operators.release_claim(session_token text, kind text, subject text) returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  person operators.staff := operators.whose_session(session_token);
begin
  delete from operators.claims as held
  where (held.work_kind, held.subject_id) = (kind, subject) and held.staff_id = person.staff_id
    and held.claimed_until > clock_timestamp();
  if found then
    perform audit.append_staff_act(session_token, 'work.released', kind, subject, null, null, '{}');
  end if;
  return found;
end
$$;
