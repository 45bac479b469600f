-- A brought statement ends once, and its content is final once it is complete.
create or replace function wallet.guard_brought() returns trigger language plpgsql set search_path = '' as $$
begin
  if old.ended_as is not null or (old.content_hash is not null
    and (to_jsonb(new) - array['ended_as', 'ended_at', 'statement_id'])
      is distinct from (to_jsonb(old) - array['ended_as', 'ended_at', 'statement_id'])) then
    raise exception 'what was brought of a bank ends once and stays as it was read' using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;
