import { id, text } from '@adtally/contract/fields.ts'
import { formatAmount } from '@adtally/money/money.ts'
import * as z from 'zod/mini'
import * as audit from '../../audit/index.ts'
import { customerOfHandle } from '../../identity/index.ts'
import { type StaffVerb, staffVerb } from '../../module.ts'
import type { Services } from '../../services.ts'
import { listFlags, listPage, listPageByKey } from '../../staff-list.ts'
import { customerHandle, numbersText, numberText, reasonText } from '../../verb-fields.ts'
import { defineCsvMappingVerb } from '../bank-statements/csv-mapping-verbs.ts'
import { unassignedLines, WAITING_LINE_PLACE } from '../bank-statements/statements.repository.ts'
import { presentWaitingLine } from '../staff-presenter.ts'
import { confirmReturn, proposeSendReturns, RETURNS_MAX } from './confirm-return.ts'
import { proposeMatch } from './match-deposit.ts'
import { proposeRecall } from './recall-deposit.ts'
import { depositsOf } from './recalls.repository.ts'
import { proposeReturn } from './return-deposit.ts'
import { openReturns } from './returns.repository.ts'

const LISTED_DEFAULT = 200

async function customerIdOf(services: Services, handle: string): Promise<string> {
  const customer = await services.database.transaction({ kind: 'system' }, (tx) =>
    customerOfHandle(tx, handle),
  )
  return customer.customer_id
}

/** Verbs for deposits and their return (PRODUCT §2.6, §3). */
export const depositVerbs: readonly StaffVerb[] = [
  defineCsvMappingVerb,
  staffVerb({
    name: 'list-bank-lines',
    summary: 'Bank lines that wait for a person, oldest first: [--kind paid_in|paid_out|returns]',
    roles: ['finance_maker', 'finance_checker', 'auditor'],
    input: z.strictObject({ ...listFlags, kind: z.optional(z.enum(['paid_in', 'paid_out', 'returns'])) }),
    run: (services, _staff, { kind, ...flags }) =>
      listPage(services, flags, {
        limit_default: LISTED_DEFAULT,
        parts: WAITING_LINE_PLACE,
        read: async (tx, after, rows_max) =>
          (await unassignedLines(tx, rows_max, kind, after)).map(({ booked_at_text, ...row }) => ({
            row: presentWaitingLine(row),
            place: [booked_at_text, row.line_id],
          })),
      }),
  }),
  staffVerb({
    name: 'match-deposit',
    summary:
      'Propose that a bank line is a customer’s deposit: --line-id ID --customer USERNAME (reference or verified name must agree)',
    roles: ['finance_maker'],
    proposes: 'deposit.book',
    input: z.strictObject({ line_id: id, customer: customerHandle }),
    run: async (services, staff, { line_id, customer }) =>
      proposeMatch(services, staff, { line_id, customer_id: await customerIdOf(services, customer) }),
  }),
  staffVerb({
    name: 'list-deposits',
    summary: 'A customer’s deposits, newest first, with what the bank took back: --customer USERNAME',
    roles: ['support', 'finance_maker', 'finance_checker', 'risk', 'auditor'],
    input: z.strictObject({ ...listFlags, customer: customerHandle }),
    run: async (services, staff, { customer, ...flags }) => {
      const customer_id = await customerIdOf(services, customer)
      return await listPageByKey(services, flags, {
        limit_default: LISTED_DEFAULT,
        read: async (tx, before, rows_max) => {
          await audit.appendLooks(tx, staff, 'deposits.viewed', customer_id)
          const deposits = await depositsOf(tx, customer_id, rows_max, before)
          return deposits.map(({ amount_micros, recalled_micros, ...deposit }) => ({
            ...deposit,
            amount: formatAmount(amount_micros),
            recalled: formatAmount(recalled_micros),
          }))
        },
        keyOf: ({ deposit_id }) => deposit_id,
      })
    },
  }),
  staffVerb({
    name: 'recall-deposit',
    summary:
      'Propose that a paid-out bank line is the bank’s recall of a deposit, or that its own line was none of the bank’s: --line-id ID --deposit-id ID --reason TEXT',
    roles: ['finance_maker'],
    proposes: 'deposit.recall',
    input: z.strictObject({ line_id: id, deposit_id: id, reason: reasonText }),
    run: (services, staff, input) => proposeRecall(services, staff, input),
  }),
  staffVerb({
    name: 'return-deposit',
    summary:
      'Propose that an unmatched bank line go back before its ten days are over: --line-id ID --reason TEXT [--account-number, where the bank named none]',
    roles: ['finance_maker'],
    proposes: 'deposit.return',
    input: z.strictObject({ line_id: id, reason: reasonText, account_number: z.optional(text(64)) }),
    run: (services, staff, { line_id, reason, account_number }) =>
      proposeReturn(services, staff, { line_id, reason, account: account_number }),
  }),
  staffVerb({
    name: 'list-deposit-returns',
    summary: 'Deposits on their way back, oldest first: ordered, or sent and not yet on a statement',
    roles: ['finance_maker', 'finance_checker', 'auditor'],
    input: z.strictObject(listFlags),
    run: (services, _staff, flags) =>
      listPageByKey(services, flags, {
        limit_default: RETURNS_MAX,
        read: async (tx, after, rows_max) =>
          (await openReturns(tx, rows_max, after)).map(({ amount_micros, ...one }) => ({
            ...one,
            amount: formatAmount(amount_micros),
          })),
        keyOf: ({ return_id }) => return_id,
      }),
  }),
  staffVerb({
    name: 'send-deposit-returns',
    summary:
      'Propose that ordered returns go to the bank; the approval prints the payments: [--numbers D100001,D100002, else all]',
    roles: ['finance_maker'],
    proposes: 'deposit.return-send',
    input: z.strictObject({ numbers: z.optional(numbersText('D')) }),
    run: (services, staff, { numbers }) => proposeSendReturns(services, staff, numbers),
  }),
  staffVerb({
    name: 'confirm-deposit-return',
    summary:
      'Match a paid-out bank line to a sent return whose number the bank lost: --number D100001 --line-id ID',
    roles: ['finance_maker', 'finance_checker'],
    input: z.strictObject({ number: numberText('D'), line_id: id }),
    run: (services, staff, input) => confirmReturn(services, staff, input),
  }),
]
