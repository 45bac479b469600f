import {
  handOverPayoutFile,
  listPayoutFiles,
  PAYMENT_ORDER_TYPE,
  savePayoutFile,
  showPayoutFile,
} from '@adtally/contract/operator/finance/withdrawals.ts'
import { Download } from '@adtally/contract/operator/statement/files.ts'
import { formatAmount } from '@adtally/money/money.ts'
import { Refusal } from '../../../lib/refusal.ts'
import { type StaffVerb, staffVerb } from '../../module.ts'
import { listVerbByKey } from '../../staff-list.ts'
import { bounceWithdrawalVerb, refusedWithdrawalVerb } from './bounce-withdrawal.ts'
import { discardPayoutFileVerb } from './discard-payout-file.ts'
import { handOver, takePayoutFile } from './hand-over-payout-file.ts'
import { proposePayoutFileVerb } from './payout-file.ts'
import { type PayoutFileView, paymentsOf, payoutFile, payoutFiles, takingsOf } from './payouts.repository.ts'

const LISTED_DEFAULT = 100

/** Verbs for payment orders and what the bank returns. */
export const payoutVerbs: readonly StaffVerb[] = [
  proposePayoutFileVerb,
  listVerbByKey(listPayoutFiles, {
    limit_default: LISTED_DEFAULT,
    read: payoutFiles,
    keyOf: ({ payout_file_id }) => payout_file_id,
    present: presentFile,
  }),
  staffVerb(showPayoutFile, (services, _staff, { payout_file_id }) =>
    services.database.transaction({ kind: 'system' }, async (tx) => {
      const found = await payoutFile(tx, payout_file_id)
      if (!found) throw new Refusal('record_not_found', { field: 'payout_file_id' })
      return {
        ...presentFile(found),
        payments: (await paymentsOf(tx, payout_file_id)).map(({ payout_micros, ...payment }) => ({
          ...payment,
          payout: formatAmount(payout_micros),
        })),
        takings: await takingsOf(tx, payout_file_id),
      }
    }),
  ),
  staffVerb(savePayoutFile, async (services, staff, { payout_file_id }) => {
    const { file, message_id } = await takePayoutFile(services, staff, payout_file_id)
    return new Download({
      ...{ file_name: `${message_id}.xml`, media_type: PAYMENT_ORDER_TYPE },
      content: Buffer.from(file),
    })
  }),
  staffVerb(handOverPayoutFile, (services, staff, { payout_file_id }) =>
    handOver(services, staff, payout_file_id),
  ),
  discardPayoutFileVerb,
  bounceWithdrawalVerb,
  refusedWithdrawalVerb,
]

function presentFile({ file_hash, total_micros, ...file }: PayoutFileView) {
  return { ...file, total: formatAmount(total_micros), sha256: file_hash.toString('hex') }
}
