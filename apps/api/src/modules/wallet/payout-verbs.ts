import { writeFile } from 'node:fs/promises'
import { text } from '@adtally/contract/fields.ts'
import * as z from 'zod/mini'
import { type StaffVerb, staffVerb } from '../module.ts'
import { Refusal } from '../refusal.ts'
import { listFlags, listPageByKey } from '../staff-list.ts'
import { BOUNCED, proposeBankRefused } from './bounce-withdrawal.ts'
import { proposeDiscard } from './discard-payout-file.ts'
import { handOverPayoutFile, takePayoutFile } from './hand-over-payout-file.ts'
import { PAYOUT_FORMATS, proposePayoutFile } from './payout-file.ts'
import { type PayoutFileView, paymentsOf, payoutFile, payoutFiles, takingsOf } from './payouts.repository.ts'
import { bookByStaff } from './withdrawal-line.ts'

const LISTED_DEFAULT = 100
const number = z.string().check(z.trim(), z.regex(/^W\d{6,12}$/, 'field_invalid'))
const fileOnly = z.strictObject({ file: z.uuid() })
const numbers = z.pipe(
  z.string().check(z.trim(), z.regex(/^W\d{6,12}([ ,]+W\d{6,12})*$/, 'field_invalid')),
  z.transform((listed: string) => listed.split(/[ ,]+/)),
)

/** Payment orders to the bank and what the bank sends back, by command line now and console later. */
export const payoutVerbs: readonly StaffVerb[] = [
  staffVerb({
    name: 'propose-payout-file',
    summary:
      'Propose that approved withdrawals go to the bank in one pain.001 file, or those to wallet addresses in a list: [--numbers "W100001 W100002"], or all; [--format csv]',
    roles: ['finance_maker'],
    proposes: 'payout.send',
    input: z.strictObject({ numbers: z.optional(numbers), format: z.optional(z.enum(PAYOUT_FORMATS)) }),
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
    summary: 'What a payment order pays, and who took it out: --file ID',
    roles: ['finance_maker', 'finance_checker', 'auditor'],
    input: fileOnly,
    run: (services, _staff, { file }) =>
      services.database.transaction({ kind: 'system' }, async (tx) => {
        const found = await payoutFile(tx, file)
        if (!found) throw new Refusal('record_not_found', { field: 'file' })
        return {
          ...presentFile(found),
          payments: await paymentsOf(tx, file),
          takings: await takingsOf(tx, file),
        }
      }),
  }),
  staffVerb({
    name: 'save-payout-file',
    summary:
      'Take a payment order out for the bank, into a file readable by you alone; that you did is kept: --file ID --out order.xml',
    roles: ['finance_maker', 'finance_checker'],
    input: z.strictObject({ file: z.uuid(), out: text(1_000) }),
    run: async (services, staff, input) => {
      const { file, ...about } = await takePayoutFile(services, staff, input.file)
      // An order that is there already may have gone to the bank: it is never written over.
      await writeFile(input.out, file, { mode: 0o600, flag: 'wx' }).catch(() => {
        throw new Refusal('field_invalid', { field: 'out' })
      })
      return { ...about, out: input.out }
    },
  }),
  staffVerb({
    name: 'hand-over-payout-file',
    summary:
      'Say that a payment order was handed over to the bank: its withdrawals are sent by that: --file ID',
    roles: ['finance_maker', 'finance_checker'],
    input: fileOnly,
    run: (services, staff, { file }) => handOverPayoutFile(services, staff, file),
  }),
  staffVerb({
    name: 'discard-payout-file',
    summary:
      'Propose that a payment order which the bank has not got be discarded: --file ID --evidence TEXT',
    roles: ['finance_maker'],
    proposes: 'payout.discard',
    input: z.strictObject({ file: z.uuid(), evidence: text(500) }),
    run: (services, staff, { file, evidence }) =>
      proposeDiscard(services, staff, { payout_file_id: file, evidence }),
  }),
  staffVerb({
    name: 'bounce-withdrawal',
    summary: 'Match a line of the bank to a withdrawal that it returned: --number W100001 --line ID',
    roles: ['finance_maker', 'finance_checker'],
    input: z.strictObject({ number, line: z.uuid() }),
    run: (services, staff, input) =>
      bookByStaff(BOUNCED, services, staff, { number: input.number, line_id: input.line }),
  }),
  staffVerb({
    name: 'refused-withdrawal',
    summary:
      'Propose that a sent withdrawal was refused by the bank before it paid: --number W100001 --evidence TEXT',
    roles: ['finance_maker'],
    proposes: 'withdrawal.refused',
    input: z.strictObject({ number, evidence: text(500) }),
    run: (services, staff, input) => proposeBankRefused(services, staff, input),
  }),
]

function presentFile({ file_hash, ...file }: PayoutFileView) {
  return { ...file, sha256: file_hash.toString('hex') }
}
