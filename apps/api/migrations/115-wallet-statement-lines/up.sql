-- That a line has its statement is asked once a batch of lines instead of once a line, which took a fifth of what an import
-- cost the database: whose lines there are is noted as they are written, and each so noted has to be a statement at the
-- commit. Statements are never removed, so that what holds then holds for good.
create table wallet.statements_with_lines (
  statement_id uuid primary key references wallet.bank_statements deferrable initially deferred
);
create trigger statements_with_lines_final before update or delete or truncate on wallet.statements_with_lines
  for each statement execute function platform.refuse_change();
alter table wallet.statements_with_lines enable row level security;
alter table wallet.statements_with_lines force row level security;
create policy staff on wallet.statements_with_lines using ((select platform.scope_is_system()));
grant select, insert on wallet.statements_with_lines to adtally_program;

select set_config('adtally.scope', 'system', true);
insert into wallet.statements_with_lines select distinct statement_id from wallet.bank_lines;

create function wallet.note_statements_of_lines() returns trigger language plpgsql set search_path = '' as $$
begin
  insert into wallet.statements_with_lines
  select distinct statement_id from added
  on conflict do nothing;
  return null;
end $$;
create trigger bank_lines_have_a_statement after insert on wallet.bank_lines
  referencing new table as added for each statement execute function wallet.note_statements_of_lines();

-- A line never changes its statement (`assign_bank_line_once`).
alter table wallet.bank_lines drop constraint bank_lines_statement_id_fkey;

-- Row-level security holds for the owner too: the check afterwards is to see every row.
select set_config('adtally.scope', 'system', true);
