-- Shuts somebody out, at once and by one person; nothing that they proposed can be approved any more, and nothing be done by
-- their sessions.
create or replace function operators.shut_out(session_token text, shut uuid, reason text) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform audit.append_staff_act(
    session_token, 'staff.disabled', 'staff', shut::text, null, reason,
    (select jsonb_build_object('username', username) from operators.staff where staff_id = shut));
  update operators.staff set disabled_at = platform.now() where staff_id = shut and disabled_at is null;
end
$$;
