-- Whether a payment order that was not discarded includes the withdrawal, which then can only be paid by it.
create or replace function wallet.stands_in_order(withdrawal uuid) returns boolean
language sql stable set search_path = '' as $$
  select exists (
    select from wallet.payout_file_payments where withdrawal_id = withdrawal and discarded_at is null)
$$;
