-- Whether a withdrawal stands in a payment order that was not discarded: it then goes the way of that order and no other.
create or replace function wallet.stands_in_order(withdrawal uuid) returns boolean
language sql stable set search_path = '' as $$
  select exists (
    select from wallet.payout_file_payments where withdrawal_id = withdrawal and discarded_at is null)
$$;
