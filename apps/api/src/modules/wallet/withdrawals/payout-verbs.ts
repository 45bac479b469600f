import { id } from '@adtally/contract/fields.ts'
import { Download } from '@adtally/contract/operator/files.ts'
import { PAYMENT_ORDER_TYPE, savePayoutFile } from '@adtally/contract/operator/withdrawals-files.ts'
import { formatAmount } from '@adtally/money/money.ts'
import * as z from 'zod/mini'
import { Refusal } from '../../../lib/refusal.ts'
import { type StaffVerb, staffVerb } from '../../module.ts'
import { listVerbByKey } from '../../staff-list.ts'
import { bounceWithdrawalVerb, refusedWithdrawalVerb } from './bounce-withdrawal.ts'
import { discardPayoutFileVerb } from './discard-payout-file.ts'
import { handOverPayoutFile, takePayoutFile } from './hand-over-payout-file.ts'
import { proposePayoutFileVerb } from './payout-file.ts'
import { type PayoutFileView, paymentsOf, payoutFile, payoutFiles, takingsOf } from './payouts.repository.ts'

const LISTED_DEFAULT = 100
const orderOnly = z.strictObject({ payout_file_id: id })

/** Verbs for payment orders and what the bank returns. */
export const payoutVerbs: readonly StaffVerb[] = [
  proposePayoutFileVerb,
  listVerbByKey({
    name: 'list-payout-files',
    summary: 'Payment orders and how far each has come, newest first',
    roles: ['finance_maker', 'finance_checker', 'auditor'],
    limit_default: LISTED_DEFAULT,
    read: payoutFiles,
    keyOf: ({ payout_file_id }) => payout_file_id,
    present: presentFile,
  }),
  staffVerb({
    name: 'show-payout-file',
    summary: 'What a payment order pays, and who took it out: --payout-file-id ID',
    roles: ['finance_maker', 'finance_checker', 'auditor'],
    input: orderOnly,
    run: (services, _staff, { payout_file_id }) =>
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
  }),
  staffVerb(savePayoutFile, async (services, staff, { payout_file_id }) => {
    const { file, message_id } = await takePayoutFile(services, staff, payout_file_id)
    return new Download({
      ...{ file_name: `${message_id}.xml`, media_type: PAYMENT_ORDER_TYPE },
      content: Buffer.from(file),
    })
  }),
  staffVerb({
    name: 'hand-over-payout-file',
    summary:
      'Say that a payment order was handed over to the bank: its withdrawals are sent by that: --payout-file-id ID',
    roles: ['finance_maker', 'finance_checker'],
    input: orderOnly,
    run: (services, staff, { payout_file_id }) => handOverPayoutFile(services, staff, payout_file_id),
  }),
  discardPayoutFileVerb,
  bounceWithdrawalVerb,
  refusedWithdrawalVerb,
]

function presentFile({ file_hash, total_micros, ...file }: PayoutFileView) {
  return { ...file, total: formatAmount(total_micros), sha256: file_hash.toString('hex') }
}
