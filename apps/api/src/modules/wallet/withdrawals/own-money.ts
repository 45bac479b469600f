import { matchOwnMoney, ownMoneyBooking } from '@adtally/contract/operator/finance/books-wallet.ts'
import * as z from 'zod/mini'
import type { Transaction } from '../../../database/database.ts'
import { Refusal } from '../../../lib/refusal.ts'
import { PLATFORM_ID } from '../../ledger/index.ts'
import { approvedAct } from '../../module.ts'
import { proposalVerb } from '../../operators/index.ts'
import { moneyText } from '../../proposal-facts.ts'
import { OWN, SUSPENSE } from '../bank-statements/bank-accounts.ts'
import { postLine } from '../bank-statements/post-line.ts'
import { assignLine, type BankLineRow } from '../bank-statements/statements.repository.ts'
import { unassignedLine } from '../deposits/match-deposit.ts'
import { customersOfReferences } from '../repository.ts'
import { referencesIn } from '../rules.ts'

const ownMoneyBookAct = approvedAct(ownMoneyBooking, {
  payload: z.strictObject({ line_id: z.uuid() }),
  facts: async (services, tx, { line_id }) => {
    const line = await ownLine(tx, line_id)
    const amount = moneyText(services, line.amount_micros)
    return {
      sum_micros: line.amount_micros,
      says: `Book ${amount} of bank line ${line.bank_reference}, paid by ${line.counterparty_name}, as the platform's own money`,
      before: { line: 'unassigned' },
      after: { line: 'own money', amount },
    }
  },
  apply: async (services, tx, { line_id }) => {
    const line = await ownLine(tx, line_id)
    await postLine(tx, line, { posting: 'party_paid_in', debit: SUSPENSE, credit: OWN })
    await assignLine(tx, line_id, 'own', PLATFORM_ID, services.clock.now())
    return { line_id }
  },
})

/** `match-own-money`: proposes that a bank line is the platform's own money, paid in beforehand (PRODUCT §3). */
export const ownMoneyMatchVerb = proposalVerb(matchOwnMoney, {
  act: ownMoneyBookAct,
  ask: async (_services, tx, { line_id }) => {
    const row = await ownLine(tx, line_id)
    return {
      subject: { kind: 'bank_line', id: line_id },
      payload: { line_id },
      reason: `Own money on bank line ${row.bank_reference}`,
    }
  },
})

/** What carries a customer's reference is that customer's, whoever says else. Throws `deposit_match_refused`. */
async function ownLine(tx: Transaction, line_id: string): Promise<BankLineRow> {
  const line = await unassignedLine(tx, line_id)
  if ((await customersOfReferences(tx, referencesIn(line.remittance))).length > 0) {
    throw new Refusal('deposit_match_refused', { field: 'line_id' })
  }
  return line
}
