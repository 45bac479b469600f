-- An account in a module's allowances; the owner defaults to the platform.
create or replace function ledger.account_of(code text, owner_id uuid default null, subject_id uuid default null)
returns ledger.place language sql immutable as $$
  select row(code, coalesce(owner_id, '00000000-0000-7000-8000-000000000001'), subject_id)::ledger.place
$$;
