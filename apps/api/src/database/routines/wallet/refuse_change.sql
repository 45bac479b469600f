-- Refuses any change of imported statements and lines, even by the owner.
create or replace function wallet.refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'rows of %.% are never changed or removed', tg_table_schema, tg_table_name
    using errcode = 'insufficient_privilege';
end $$;
