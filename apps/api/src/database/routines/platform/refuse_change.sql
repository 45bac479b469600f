-- Refuses any change of an append-only table, even by the owner.
create or replace function platform.refuse_change() returns trigger language plpgsql set search_path = '' as $$
begin
  raise exception '% on %.% is not allowed: its rows are final', tg_op, tg_table_schema, tg_table_name
    using errcode = 'restrict_violation';
end
$$;
comment on function platform.refuse_change() is
  'Trigger for append-only tables: before update or delete or truncate, for each statement.';
