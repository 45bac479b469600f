-- Takes back a statement that the session's owner brought; false if it is not theirs or has ended.
create or replace function wallet.take_back_statement(session_token text, taken uuid) returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  person operators.staff := operators.whose_session(session_token);
begin
  perform wallet.lock_statements(rail) from wallet.brought_statements where brought_id = taken;
  update wallet.brought_statements set ended_as = 'taken_back', ended_at = platform.now()
  where brought_id = taken and brought_by = person.staff_id and ended_as is null;
  return found;
end
$$;
