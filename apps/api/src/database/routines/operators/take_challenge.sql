-- Uses a question up; false if it was not asked for this, by this session, or is over. Of several at once one gets it.
create or replace function operators.take_challenge(challenge text, asked_for text, by_session uuid) returns boolean
language plpgsql set search_path = '' as $$
begin
  delete from operators.challenges
  where challenge_hash = sha256(convert_to(challenge, 'UTF8')) and purpose = asked_for
    and session_id is not distinct from by_session and expires_at > clock_timestamp();
  return found;
end
$$;
