import { writeFile } from 'node:fs/promises'
import { text } from '@adtally/contract/fields.ts'
import * as z from 'zod/mini'
import { type StaffVerb, staffVerb } from '../module.ts'
import { Refusal } from '../refusal.ts'
import { listFlags, listPageByKey } from '../staff-list.ts'
import { BOUNCED, proposeBankRefused } from './bounce-withdrawal.ts'
import { proposePayoutFile, readPayoutFile } from './payout-file.ts'
import { payoutFiles } from './payouts.repository.ts'
import { bookByStaff } from './withdrawal-line.ts'

const LISTED_DEFAULT = 100
const number = z.string().check(z.trim(), z.regex(/^W\d{6,12}$/, 'field_invalid'))
const numbers = z.pipe(
  z.string().check(z.trim(), z.regex(/^W\d{6,12}([ ,]+W\d{6,12})*$/, 'field_invalid')),
  z.transform((listed: string) => listed.split(/[ ,]+/)),
)

/** Payment orders to the bank and what the bank sends back, by command line now and console later. */
export const payoutVerbs: readonly StaffVerb[] = [
  staffVerb({
    name: 'propose-payout-file',
    summary:
      'Propose that approved withdrawals go to the bank in one pain.001 file: [--numbers "W100001 W100002"], or all',
    roles: ['finance_maker'],
    proposes: 'payout.send',
    input: z.strictObject({ numbers: z.optional(numbers) }),
    run: (services, staff, input) => proposePayoutFile(services, staff, input.numbers),
  }),
  staffVerb({
    name: 'list-payout-files',
    summary: 'Payment orders that were sent, newest first',
    roles: ['finance_maker', 'finance_checker', 'auditor'],
    input: z.strictObject(listFlags),
    run: (services, _staff, flags) =>
      listPageByKey(services, flags, {
        limit_default: LISTED_DEFAULT,
        read: payoutFiles,
        keyOf: ({ payout_file_id }) => payout_file_id,
      }),
  }),
  staffVerb({
    name: 'save-payout-file',
    summary: 'Save a payment order for the bank, readable by you alone: --file ID --out order.xml',
    roles: ['finance_maker', 'finance_checker'],
    input: z.strictObject({ file: z.uuid(), out: text(1_000) }),
    run: async (services, staff, input) => {
      const { file, ...about } = await readPayoutFile(services, staff, input.file)
      // An order that is there already may have gone to the bank: it is never written over.
      await writeFile(input.out, file, { mode: 0o600, flag: 'wx' }).catch(() => {
        throw new Refusal('field_invalid', { field: 'out' })
      })
      return { ...about, out: input.out }
    },
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
