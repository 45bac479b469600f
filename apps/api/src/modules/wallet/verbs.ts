import { readFile } from 'node:fs/promises'
import { text } from '@adtally/contract/fields.ts'
import * as z from 'zod/mini'
import { findCustomer } from '../identity/index.ts'
import { type StaffVerb, staffVerb } from '../module.ts'
import { Refusal } from '../refusal.ts'
import type { Services } from '../services.ts'
import { confirmWithdrawal } from './confirm-withdrawal.ts'
import { holdVerbs } from './hold-verbs.ts'
import { importStatement } from './import-statement.ts'
import { proposeMatch } from './match-deposit.ts'
import { judgeMoneyOwedVerb } from './money-owed.ts'
import { allotOwnMoneyVerb, ownMoneyMatchVerb } from './own-money.ts'
import { payoutVerbs } from './payout-verbs.ts'
import { withdrawalViews } from './repository.ts'
import { proposeApproval, proposeEnd, sendWithdrawal } from './send-withdrawal.ts'
import { unassignedLines } from './statements.repository.ts'

const FILE_BYTES_MAX = 64 * 1024 * 1024
const LISTED_MAX = 200
const number = z.string().check(z.trim(), z.regex(/^W\d{6,12}$/, 'field_invalid'))
const numberOnly = z.strictObject({ number })

async function textOf(path: string): Promise<string> {
  const bytes = await readFile(path).catch(() => {
    throw new Refusal('record_not_found', { field: 'file' })
  })
  if (bytes.length > FILE_BYTES_MAX) throw new Refusal('statement_malformed', { field: 'file' })
  return bytes.toString('utf8')
}

async function customerIdOf(services: Services, handle: string): Promise<string> {
  const customer = await services.database.transaction({ kind: 'system' }, (tx) => findCustomer(tx, handle))
  if (!customer) throw new Refusal('record_not_found', { field: 'customer' })
  return customer.customer_id
}

/** Bank statements, deposits, withdrawals and holds, by command line now and console later (PRODUCT §2.4, §2.6). */
export const walletVerbs: readonly StaffVerb[] = [
  staffVerb({
    name: 'import-statement',
    summary: 'Import a bank statement: --file statement.xml --format camt053|csv',
    roles: ['finance_maker', 'finance_checker'],
    input: z.strictObject({ file: text(1000), format: z.enum(['camt053', 'csv']) }),
    run: async (services, staff, { file, format }) =>
      importStatement(services, staff, { rail: 'main', format, file: await textOf(file) }),
  }),
  staffVerb({
    name: 'list-bank-lines',
    summary: 'Bank lines that wait for a person',
    roles: ['finance_maker', 'finance_checker', 'auditor'],
    input: z.strictObject({}),
    run: (services) =>
      services.database.transaction({ kind: 'system' }, (tx) => unassignedLines(tx, LISTED_MAX)),
  }),
  staffVerb({
    name: 'match-deposit',
    summary:
      'Propose that a bank line is a customer’s deposit: --line ID --customer USERNAME (reference or verified name must agree)',
    roles: ['finance_maker'],
    input: z.strictObject({ line: z.uuid(), customer: text(64) }),
    run: async (services, staff, { line, customer }) =>
      proposeMatch(services, staff, { line_id: line, customer_id: await customerIdOf(services, customer) }),
  }),
  ownMoneyMatchVerb,
  allotOwnMoneyVerb,
  judgeMoneyOwedVerb,
  staffVerb({
    name: 'list-withdrawals',
    summary: 'Withdrawals that are not done, newest first, each with its clock',
    roles: ['support', 'finance_maker', 'finance_checker', 'risk', 'auditor'],
    input: z.strictObject({}),
    run: (services) =>
      services.database.transaction({ kind: 'system' }, (tx) =>
        withdrawalViews(tx, { statuses: ['held', 'requested', 'approved', 'sent'], limit: LISTED_MAX }),
      ),
  }),
  staffVerb({
    name: 'approve-withdrawal',
    summary: 'Propose that a withdrawal be approved: --number W100001',
    roles: ['finance_maker'],
    input: numberOnly,
    run: (services, staff, input) => proposeApproval(services, staff, input.number),
  }),
  staffVerb({
    name: 'send-withdrawal',
    summary:
      'Say that an approved withdrawal was handed to the bank; prints the payment order: --number W100001',
    roles: ['finance_maker', 'finance_checker'],
    input: numberOnly,
    run: (services, staff, input) => sendWithdrawal(services, staff, input.number),
  }),
  staffVerb({
    name: 'confirm-withdrawal',
    summary:
      'Match a paid-out bank line to a sent withdrawal whose number the bank lost: --number W100001 --line ID',
    roles: ['finance_maker', 'finance_checker'],
    input: z.strictObject({ number, line: z.uuid() }),
    run: (services, staff, input) =>
      confirmWithdrawal(services, staff, { number: input.number, line_id: input.line }),
  }),
  staffVerb({
    name: 'end-withdrawal',
    summary:
      'Propose that a withdrawal end because its beneficiary is wrong: --number W100001 --evidence TEXT',
    roles: ['finance_maker'],
    input: z.strictObject({ number, evidence: text(500) }),
    run: (services, staff, input) => proposeEnd(services, staff, input),
  }),
  ...payoutVerbs,
  ...holdVerbs,
]
