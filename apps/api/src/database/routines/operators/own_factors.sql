-- What the session's owner proves themselves with beside the password, the passkey added last first; nothing that opens.
create or replace function operators.own_factors(
  session_token text, out has_app boolean, out recovery_codes bigint, out checks_money_from timestamptz, out passkeys jsonb
) returns setof record language sql stable security definer set search_path = '' as $$
  select secrets.factor_hash is not null,
    (select count(*) from operators.recovery_codes as code where code.staff_id = secrets.staff_id),
    secrets.checks_money_from,
    coalesce((
      select jsonb_agg(
        jsonb_build_object(
          'passkey_id', passkey_id, 'name', name, 'credential_id', encode(credential_id, 'hex'), 'transports', transports,
          'added_at', added_at, 'last_used_at', last_used_at)
        order by added_at desc, passkey_id)
      from operators.passkeys as passkey where passkey.staff_id = secrets.staff_id
    ), '[]')
  from operators.own_sessions(session_token) as own join operators.secrets as secrets using (staff_id)
  where own.is_this
$$;
