-- Shuts somebody out at once, by one person; their proposals can't be approved and their sessions can't act any more.
create or replace function operators.shut_out(session_token text, shut uuid, reason text) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform audit.append_staff_act(
    session_token, 'staff.disabled', 'staff', shut::text, null, reason,
    (select jsonb_build_object('username', username) from operators.staff where staff_id = shut));
  update operators.staff set disabled_at = platform.now() where staff_id = shut and disabled_at is null;
end
$$;
