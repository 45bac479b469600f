-- Whether the bank contradicts a booked statement that two people brought; of null: any. For logins that may not read
-- what was brought.
create or replace function wallet.is_contradicted(of_statement uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select from wallet.contradicted_statements
    where of_statement is null or statement_id = of_statement)
$$;
