import { id } from '@adtally/contract/fields.ts'
import * as z from 'zod/mini'
import type { Transaction } from '../../../database/database.ts'
import { newId } from '../../../database/identifiers.ts'
import { Refusal } from '../../../lib/refusal.ts'
import { PLATFORM_ID, postTransfers } from '../../ledger/index.ts'
import { approvedAct, staffVerb } from '../../module.ts'
import { propose } from '../../operators/index.ts'
import { moneyText } from '../../proposal-facts.ts'
import { OWN, SUSPENSE } from '../bank-statements/bank-accounts.ts'
import { assignLine, type BankLineRow } from '../bank-statements/statements.repository.ts'
import { unassignedLine } from '../deposits/match-deposit.ts'
import { customersOfReferences } from '../repository.ts'
import { referencesIn } from '../rules.ts'

/** `match-own-money`: proposes that a bank line is own money that the platform paid in beforehand (PRODUCT §3). */
export const ownMoneyMatchVerb = staffVerb({
  name: 'match-own-money',
  summary: "Propose that a bank line is the platform's own money: --line-id ID",
  roles: ['finance_maker'],
  proposes: 'own-money.book',
  input: z.strictObject({ line_id: id }),
  run: (services, staff, { line_id }) =>
    services.database.transaction({ kind: 'system' }, async (tx) => {
      const row = await ownLine(tx, line_id)
      return await propose(services, tx, {
        act: ownMoneyBookAct,
        subject_kind: 'bank_line',
        subject_id: line_id,
        payload: { line_id },
        reason: `Own money on bank line ${row.bank_reference}`,
        maker: staff,
      })
    }),
})

export const ownMoneyBookAct = approvedAct({
  action: 'own-money.book',
  checker_roles: ['finance_checker'],
  stands_on: 'import-statement',
  payload: z.strictObject({ line_id: z.uuid() }),
  facts: async (services, tx, { line_id }) => {
    const line = await ownLine(tx, line_id)
    const amount = moneyText(services, line.amount_micros)
    return {
      says: `Book ${amount} of bank line ${line.bank_reference}, paid by ${line.counterparty_name}, as the platform's own money`,
      before: { line: 'unassigned' },
      after: { line: 'own money', amount },
    }
  },
  apply: async (services, tx, { line_id }) => {
    const line = await ownLine(tx, line_id)
    await postTransfers(tx, [
      {
        id: newId(),
        kind: 'posted',
        posting: 'party_paid_in',
        debit: SUSPENSE,
        credit: OWN,
        amount_micros: line.amount_micros,
        cause: { kind: 'bank_line', id: line_id },
      },
    ])
    await assignLine(tx, line_id, 'own', PLATFORM_ID, services.clock.now())
    return { line_id }
  },
})

/** A line with a customer's reference is that customer's, whatever staff say. Throws `deposit_match_refused`. */
async function ownLine(tx: Transaction, line_id: string): Promise<BankLineRow> {
  const line = await unassignedLine(tx, line_id)
  if ((await customersOfReferences(tx, referencesIn(line.remittance))).length > 0) {
    throw new Refusal('deposit_match_refused', { field: 'line_id' })
  }
  return line
}
