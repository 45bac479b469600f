-- Until when withdrawals to a beneficiary wait: by its change, or by the reset of its customer's password (PRODUCT §7).
create or replace view wallet.beneficiary_waits with (security_invoker = true) as
select beneficiary_id, customer_id, replaced_at,
  greatest(usable_from, transaction_password_reset_at + least_wait) as waits_until,
  greatest(usable_from, transaction_password_reset_at + longest_wait) as waits_until_at_most
from wallet.beneficiaries join identity.customers using (customer_id) cross join wallet.beneficiary_wait;
