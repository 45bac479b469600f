-- A hold's list of documents is final, and so is each document.
create or replace function wallet.provide_document_once() returns trigger language plpgsql as $$
begin
  if old.provided_at is not null
    or (new.hold_id, new.position, new.customer_id, new.name)
      is distinct from (old.hold_id, old.position, old.customer_id, old.name) then
    raise exception 'documents of a hold are listed once and given once' using errcode = 'check_violation';
  end if;
  return new;
end $$;
