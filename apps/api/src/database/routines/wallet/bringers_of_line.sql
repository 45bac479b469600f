-- The people who brought a line's statement; none if the program fetched it.
create or replace function wallet.bringers_of_line(of_line uuid) returns setof uuid
language sql stable set search_path = '' as $$
  select distinct brought.brought_by
  from wallet.bank_lines line
  join wallet.brought_statements brought on brought.statement_id = line.statement_id
  where line.line_id = of_line and brought.ended_as = 'confirmed' and brought.brought_by is not null
$$;
