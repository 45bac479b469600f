-- A key that has ended stays so: `argv[0]` names the column that tells when.
create or replace function marketplace.end_once() returns trigger
  language plpgsql set search_path = '' as $$
begin
  if to_jsonb(old) ->> tg_argv[0] is not null then
    raise exception 'a key of %.% that has ended stays ended', tg_table_schema, tg_table_name
      using errcode = 'check_violation';
  end if;
  return new;
end
$$;
