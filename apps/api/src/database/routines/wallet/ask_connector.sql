-- Refuses callers without the bank connector's credential; a login alone is not enough.
create or replace function wallet.ask_connector(token text) returns void language plpgsql set search_path = '' as $$
begin
  if not platform.scope_is_system() or not exists (
    select from wallet.connector_key where token_hash = sha256(convert_to(token, 'UTF8'))) then
    raise exception 'nobody speaks for the bank by this' using errcode = 'insufficient_privilege';
  end if;
end
$$;
