-- Removes the credentials of somebody who lost their second factor, as two admins approve in this transaction: with
-- both halves of a code they set a new password and factor, as somebody new does. Ends their sessions.
create or replace function operators.reset_factor(approved uuid, second_code_hash text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  agreed constant jsonb := (
    select payload from operators.approved_here
    where proposal_id = approved and action = 'staff.reset_factor' and subject_id = payload ->> 'username');
  person operators.staff;
begin
  perform platform.ask_read_committed();
  select * into person from operators.staff where username = agreed ->> 'username' and disabled_at is null
  for no key update;
  if not found then
    raise exception 'nobody approved by proposal % that a second factor be reset', approved
      using errcode = 'insufficient_privilege';
  end if;
  perform operators.forget_factors(person);
  update operators.secrets set
    password_key_sealed = case when former_hash is not null then password_key_sealed end, password_hash = null,
    needs_factor = true,
    activation_hashes = array[agreed ->> 'first_code_hash', second_code_hash]
  where staff_id = person.staff_id;
end
$$;
