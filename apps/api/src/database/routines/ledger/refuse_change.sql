-- Refuses any change of the entries' tables, even by the owner.
create or replace function ledger.refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% of %.% is refused: entries are for good', tg_op, tg_table_schema, tg_table_name
    using errcode = 'insufficient_privilege';
end $$;
