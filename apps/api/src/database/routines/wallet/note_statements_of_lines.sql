-- Notes whose lines were written, once a batch of lines: each statement so noted has to be there at the commit.
create or replace function wallet.note_statements_of_lines() returns trigger language plpgsql set search_path = '' as $$
begin
  insert into wallet.statements_with_lines
  select distinct statement_id from added
  on conflict do nothing;
  return null;
end $$;
