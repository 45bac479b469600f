-- Ends all of a customer's sessions and their grants in the name of the session's owner, a member of customer service
-- or risk; one person is enough, because it only protects. Optionally forgets the customer's devices. Recorded in the
-- audit log, and so in the customer's feed, if there was anything to end.
create or replace function identity.end_sessions(
  session_token text, of_customer uuid, reason text, forget_devices boolean, out sessions_ended integer,
  out devices_forgotten integer
) language plpgsql security definer set search_path = '' as $$
declare
  person constant operators.staff := operators.whose_session(session_token);
begin
  perform platform.ask_read_committed();
  if not person.roles && '{support,risk}' then
    raise exception '% holds no role that ends sessions of customers', person.username
      using errcode = 'insufficient_privilege';
  end if;
  -- Signing in locks this row as well, so a new session either is ended here or begins later.
  perform from identity.customers where customer_id = of_customer for no key update;
  update identity.sessions set revoked_at = platform.now(), ended_because = 'ended_by_service'
  where customer_id = of_customer and revoked_at is null and expires_at > platform.now();
  get diagnostics sessions_ended = row_count;
  delete from identity.grants where customer_id = of_customer and used_at is null;
  delete from identity.devices where customer_id = of_customer and forget_devices;
  get diagnostics devices_forgotten = row_count;
  if sessions_ended + devices_forgotten > 0 then
    perform audit.append_staff_act(
      session_token, 'session.ended_by_service', 'customer', of_customer::text, of_customer, reason,
      jsonb_build_object('sessions_ended', sessions_ended, 'devices_forgotten', devices_forgotten));
  end if;
end
$$;
