-- Statements in every format that banks send, several to a file, and files of any length (PRODUCT §2.6).
alter table wallet.bank_statements
  drop constraint bank_statements_format_check,
  add constraint bank_statements_format_known check (format in ('camt053', 'mt940', 'csv')),
  -- The bank's own id of the statement, where the format has one.
  add column external_id text check (external_id <> ''),
  -- Which statement of its file it is.
  add column file_part integer not null default 1 check (file_part >= 1),
  -- Lines that an overlapping file brought again: counted, and not among this statement's lines.
  add column duplicate_count integer not null default 0 check (duplicate_count >= 0),
  add column mapping_id uuid,
  drop constraint bank_statements_file_hash_key,
  add constraint bank_statements_file_once unique (file_hash, file_part);
create unique index bank_statements_external on wallet.bank_statements (rail, external_id) where external_id is not null;

-- Lines are written as the file is read; the statement follows once its closing balance is known to be right.
alter table wallet.bank_lines
  add column is_return boolean not null default false,
  alter constraint bank_lines_statement_id_fkey deferrable initially deferred;
create index bank_lines_unassigned_of_statement on wallet.bank_lines (statement_id, sequence) where assigned_kind is null;

-- The scalar subquery is asked once a statement and not once for each of 200,000 lines.
alter policy staff_or_party on wallet.bank_lines using (
  (select platform.scope_is_system())
  or exists (select from wallet.withdrawals w where w.line_id = bank_lines.line_id)
  or exists (select from wallet.deposits d where d.line_id = bank_lines.line_id)
);

-- How far the lines of a long statement have been looked at; short ones are matched as they are imported.
create table wallet.statement_matching (
  statement_id uuid primary key references wallet.bank_statements,
  next_sequence integer not null check (next_sequence >= 1),
  done_at timestamptz
);
create trigger statement_matching_kept before delete or truncate on wallet.statement_matching
  for each statement execute function platform.refuse_change();

-- How a bank writes its CSV files, by two people. The newest of a name is in force; a statement names the one it used.
create table wallet.csv_mappings (
  mapping_id uuid primary key,
  rail text not null,
  name text not null check (name ~ '^[a-z0-9][a-z0-9-]{0,39}$'),
  definition jsonb not null,
  proposal_id uuid not null unique,
  created_at timestamptz not null,
  sequence bigint generated always as identity
);
create index csv_mappings_newest on wallet.csv_mappings (rail, name, sequence desc);
create trigger csv_mappings_final before update or delete or truncate on wallet.csv_mappings
  for each statement execute function platform.refuse_change();
alter table wallet.bank_statements
  add constraint bank_statements_mapping foreign key (mapping_id) references wallet.csv_mappings;

do $$
declare
  table_name text;
begin
  foreach table_name in array array['statement_matching', 'csv_mappings'] loop
    execute format('alter table wallet.%I enable row level security', table_name);
    execute format('alter table wallet.%I force row level security', table_name);
    execute format('create policy staff on wallet.%I using ((select platform.scope_is_system()))', table_name);
    execute format('grant select, insert on wallet.%I to adtally_program', table_name);
  end loop;
end $$;
grant update (next_sequence, done_at) on wallet.statement_matching to adtally_program;

-- Row-level security holds for the owner too: the check afterwards is to see every row.
select set_config('adtally.scope', 'system', true);
