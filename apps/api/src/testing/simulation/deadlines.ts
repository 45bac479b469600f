/** A promise about time, and a query for what is overdue although everything due was worked off. */
export interface Deadline {
  promise: string
  overdue: string
}

// Some grace, because the clock runs on while due work is done.
const PAST = `< platform.now() - interval '2 minutes'`

/** Everything with a deadline leaves by itself (PRODUCT §2.4, §4, §8–§11), even after crashes. */
export const DEADLINES: readonly Deadline[] = [
  {
    promise: 'a plan ends at its time',
    overdue: `select number as subject from plans.plans
      where status in ('waitPut', 'matching', 'putting') and ends_at ${PAST}
        or status = 'matching' and status_at + interval '72 hours' ${PAST}`,
  },
  {
    promise: 'a plan settles after 14 days at the latest',
    overdue: `select number as subject from plans.plans join plans.status_changes using (plan_id)
      where plans.status in ('putFinished', 'waitSettle') and status_changes.status = 'putFinished'
        and changed_at + interval '14 days' ${PAST}`,
  },
  {
    promise: 'publishers have their share after 60 days',
    overdue: `select account.id::text as subject from ledger.accounts account join plans.results result
        on result.plan_id = account.subject_id and revision = 1
      where account.code = 'publisher_unsettled' and credits_posted_micros > debits_posted_micros
        and settled_at + interval '60 days' ${PAST}`,
  },
  {
    promise: 'a hold releases by itself',
    overdue: `select hold_id::text as subject from wallet.holds
      where released_at is null and clock_stopped_at is null and deadline ${PAST}`,
  },
  {
    promise: 'money that nobody could match goes back after ten days',
    overdue: `select bank_reference as subject from wallet.bank_lines join wallet.bank_statements using (statement_id)
      where assigned_kind is null and amount_micros > 0 and not is_return and counterparty_account <> ''
        and remittance !~* '\\m[WPD][0-9]{6,12}\\M' and confirmed_at + interval '10 days' ${PAST}`,
  },
  {
    promise: 'a coupon expires at its time',
    overdue: `select coupon_id::text as subject from coupons.coupons where state = 'issued' and expires_at ${PAST}`,
  },
  {
    promise: 'startup funds end at their time',
    overdue: `select grant_id::text as subject from startup.grants
      join ledger.accounts account on account.owner_id = grants.customer_id and code = 'customer_startup'
      where credits_posted_micros > debits_posted_micros and expires_at ${PAST}`,
  },
  {
    promise: 'a draft lapses by itself',
    overdue: `select draft_id::text as subject from follows.drafts where state = 'open' and expires_at ${PAST}`,
  },
  {
    promise: 'an exchange order leaves its state by itself',
    overdue: `select number as subject from acceptors.orders
      where status = 'offered' and code_expires_at ${PAST}
        or status = 'escrowed' and status_at + interval '24 hours' ${PAST}
        or status = 'paid' and status_at + interval '72 hours' ${PAST}
        or status = 'disputed' and status_at + interval '10 days' ${PAST}`,
  },
  {
    promise: 'what is owed is written off after 12 months',
    overdue: `select receivable_id::text as subject from plans.receivables
      where created_at + interval '13 months' ${PAST} and amount_micros > (
        select coalesce(sum(amount_micros), 0) from plans.receivable_reductions
        where receivable_reductions.receivable_id = receivables.receivable_id)`,
  },
]
