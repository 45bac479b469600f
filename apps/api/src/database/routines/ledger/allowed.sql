-- Allows a cause's posting exactly this amount between two accounts, for each side that `ledger.caused` checks.
create or replace function ledger.allowed(
  cause_id uuid, posting text, debit ledger.place, credit ledger.place, amount_micros numeric
) returns setof ledger.allowance language sql immutable as $$
  select cause_id, posting, side, code, owner_id, subject_id, amount_micros, amount_micros
  from (values
    ('debit'::ledger.side, (debit).code, (debit).owner_id, (debit).subject_id, (credit).owner_id),
    ('credit'::ledger.side, (credit).code, (credit).owner_id, (credit).subject_id, (debit).owner_id)
  ) as moved (side, code, owner_id, subject_id, other_owner_id)
  where ledger.is_asked(posting, code, owner_id, other_owner_id)
$$;
