import { id } from '@adtally/contract/fields.ts'
import { formatAmount } from '@adtally/money/money.ts'
import * as z from 'zod/mini'
import { Refusal } from '../../../lib/refusal.ts'
import { writeNewFile } from '../../given-file.ts'
import { type StaffVerb, staffVerb } from '../../module.ts'
import { listFlags, listPageByKey } from '../../staff-list.ts'
import { evidenceText, filePath, numbersText, numberText } from '../../verb-fields.ts'
import { proposeBankRefused, proposeBounce } from './bounce-withdrawal.ts'
import { proposeDiscard } from './discard-payout-file.ts'
import { handOverPayoutFile, takePayoutFile } from './hand-over-payout-file.ts'
import { PAYOUT_FORMATS, proposePayoutFile } from './payout-file.ts'
import { type PayoutFileView, paymentsOf, payoutFile, payoutFiles, takingsOf } from './payouts.repository.ts'

const LISTED_DEFAULT = 100
const number = numberText('W')
const orderOnly = z.strictObject({ payout_file_id: id })

/** Verbs for payment orders and what the bank returns. */
export const payoutVerbs: readonly StaffVerb[] = [
  staffVerb({
    name: 'propose-payout-file',
    summary:
      'Propose that approved withdrawals go to the bank in one pain.001 file, or those to wallet addresses in a list: [--numbers W100001,W100002], or all; [--format csv]',
    roles: ['finance_maker'],
    proposes: 'payout.send',
    input: z.strictObject({
      numbers: z.optional(numbersText('W')),
      format: z.optional(z.enum(PAYOUT_FORMATS)),
    }),
    run: (services, staff, input) => proposePayoutFile(services, staff, input),
  }),
  staffVerb({
    name: 'list-payout-files',
    summary: 'Payment orders and how far each has come, newest first',
    roles: ['finance_maker', 'finance_checker', 'auditor'],
    input: z.strictObject(listFlags),
    run: (services, _staff, flags) =>
      listPageByKey(services, flags, {
        limit_default: LISTED_DEFAULT,
        read: async (tx, before, rows_max) => (await payoutFiles(tx, before, rows_max)).map(presentFile),
        keyOf: ({ payout_file_id }) => payout_file_id,
      }),
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
  staffVerb({
    name: 'save-payout-file',
    summary:
      'Take a payment order out for the bank, into a file readable by you alone; that you did is kept: --payout-file-id ID --out order.xml',
    roles: ['finance_maker', 'finance_checker'],
    input: z.strictObject({ payout_file_id: id, out: filePath }),
    run: async (services, staff, input) => {
      const { file, ...about } = await takePayoutFile(services, staff, input.payout_file_id)
      // Never overwrite an order, because it may have gone to the bank.
      await writeNewFile(input.out, file)
      return { ...about, out: input.out }
    },
  }),
  staffVerb({
    name: 'hand-over-payout-file',
    summary:
      'Say that a payment order was handed over to the bank: its withdrawals are sent by that: --payout-file-id ID',
    roles: ['finance_maker', 'finance_checker'],
    input: orderOnly,
    run: (services, staff, { payout_file_id }) => handOverPayoutFile(services, staff, payout_file_id),
  }),
  staffVerb({
    name: 'discard-payout-file',
    summary:
      'Propose that a payment order which the bank has not got be discarded: --payout-file-id ID --evidence TEXT',
    roles: ['finance_maker'],
    proposes: 'payout.discard',
    input: z.strictObject({ payout_file_id: id, evidence: evidenceText }),
    run: (services, staff, input) => proposeDiscard(services, staff, input),
  }),
  staffVerb({
    name: 'bounce-withdrawal',
    summary:
      'Propose that a line of the bank be what it returned of a withdrawal: --number W100001 --line-id ID',
    roles: ['finance_maker'],
    proposes: 'withdrawal.bounced',
    input: z.strictObject({ number, line_id: id }),
    run: (services, staff, input) => proposeBounce(services, staff, input),
  }),
  staffVerb({
    name: 'refused-withdrawal',
    summary:
      'Propose that a sent withdrawal was refused by the bank before it paid: --number W100001 --evidence TEXT',
    roles: ['finance_maker'],
    proposes: 'withdrawal.refused',
    input: z.strictObject({ number, evidence: evidenceText }),
    run: (services, staff, input) => proposeBankRefused(services, staff, input),
  }),
]

function presentFile({ file_hash, total_micros, ...file }: PayoutFileView) {
  return { ...file, total: formatAmount(total_micros), sha256: file_hash.toString('hex') }
}
