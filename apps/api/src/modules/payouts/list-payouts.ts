import { listPayouts, payoutOrders } from '@adtally/contract/operator/finance/parties-money.ts'
import { formatAmount } from '@adtally/money/money.ts'
import { Refusal } from '../../lib/refusal.ts'
import { openText } from '../../lib/sealed-text.ts'
import * as audit from '../audit/index.ts'
import { staffVerb } from '../module.ts'
import { listPageByKey } from '../staff-list.ts'
import { ACCOUNT_SEAL } from './accounts/account-seal.ts'
import { type PayoutView, payoutViews } from './repository.ts'
import { BATCH_MAX } from './send-payouts.ts'

const LISTED_DEFAULT = 200

export const listPayoutsVerb = staffVerb(listPayouts, async (services, _staff, { payee_id, ...flags }) => {
  const { items, next_cursor } = await listPageByKey(services, flags, {
    limit_default: LISTED_DEFAULT,
    read: (tx, before, limit) => payoutViews(tx, { payee_id, before, limit }),
    keyOf: ({ payout_id }) => payout_id,
  })
  return { items: items.map(shown), next_cursor }
})

/** `payout-orders`: a batch as instructions to the bank. It reveals account numbers, so its use is logged. */
export const payoutOrdersVerb = staffVerb(payoutOrders, (services, staff, { batch_id }) =>
  services.database.transaction({ kind: 'system' }, async (tx) => {
    const payouts = await payoutViews(tx, { proposal_id: batch_id, limit: BATCH_MAX })
    if (payouts.length === 0) throw new Refusal('record_not_found', { field: 'batch_id' })
    await audit.byStaff(tx, staff, {
      action: 'payout-orders.read',
      subject: { kind: 'payout_batch', id: batch_id },
      reason: `${payouts.length} payment orders read for the bank`,
    })
    return payouts.map((payout) => ({
      ...shown(payout),
      account_number: openText(services.settings.secret(ACCOUNT_SEAL), payout.account_id, payout.sealed),
      currency: services.settings.currency,
      remittance: payout.number,
    }))
  }),
)

function shown(payout: PayoutView) {
  const { number, source, payee_id, account_name, account_masked, amount_micros, status } = payout
  const { proposal_id, sent_at, confirmed_at, returned_at, return_reason } = payout
  return {
    number,
    batch: proposal_id,
    source,
    payee_id,
    account_name,
    account_masked,
    amount: formatAmount(amount_micros),
    status,
    sent_at,
    confirmed_at,
    returned_at,
    return_reason,
  }
}
