import { amountInput } from '@adtally/contract/fields.ts'
import * as z from 'zod/mini'
import type { Transaction } from '../../database/database.ts'
import { newId } from '../../database/identifiers.ts'
import { PLATFORM_ID, postTransfers } from '../ledger/index.ts'
import { approvedAct, staffVerb } from '../module.ts'
import { propose } from '../operators/index.ts'
import { Refusal } from '../refusal.ts'
import { OWN, SUSPENSE } from './bank-accounts.ts'
import { unassignedLine } from './match-deposit.ts'
import { customersOfReferences } from './repository.ts'
import { referencesIn } from './rules.ts'
import { assignLine, type BankLineRow } from './statements.repository.ts'

const POTS = ['promo', 'reserve'] as const

/** `match-own-money`: proposes that a bank line is the platform's own money, paid in beforehand (PRODUCT §3). */
export const ownMoneyMatchVerb = staffVerb({
  name: 'match-own-money',
  summary: "Propose that a bank line is the platform's own money: --line ID",
  roles: ['finance_maker'],
  input: z.strictObject({ line: z.uuid() }),
  run: (services, staff, { line }) =>
    services.database.transaction({ kind: 'system' }, async (tx) => {
      const row = await ownLine(tx, line)
      return await propose(tx, {
        action: 'own-money.book',
        subject_kind: 'bank_line',
        subject_id: line,
        payload: { line_id: line },
        reason: `Own money on bank line ${row.bank_reference}`,
        maker: staff,
      })
    }),
})

/** The second person's half of `match-own-money`. */
export const ownMoneyBookAct = approvedAct({
  action: 'own-money.book',
  checker_roles: ['finance_checker'],
  payload: z.strictObject({ line_id: z.uuid() }),
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

/** What carries a customer's reference is that customer's, whoever says else. Throws `deposit_match_refused`. */
async function ownLine(tx: Transaction, line_id: string): Promise<BankLineRow> {
  const line = await unassignedLine(tx, line_id)
  if ((await customersOfReferences(tx, referencesIn(line.remittance))).length > 0) {
    throw new Refusal('deposit_match_refused', { field: 'line' })
  }
  return line
}

/** `allot-own-money`: proposes that own money be set aside as promotional money or reserve. */
export const allotOwnMoneyVerb = staffVerb({
  name: 'allot-own-money',
  summary: 'Propose that own money go to promotions or the reserve: --amount 500.00 --pot promo|reserve',
  roles: ['finance_maker'],
  input: z.strictObject({ amount: amountInput, pot: z.enum(POTS) }),
  run: (services, staff, { amount, pot }) =>
    services.database.transaction({ kind: 'system' }, (tx) =>
      propose(tx, {
        action: 'own-money.allot',
        subject_kind: 'platform',
        subject_id: PLATFORM_ID,
        payload: { amount_micros: amount, pot },
        reason: `Own money set aside: ${pot}`,
        maker: staff,
      }),
    ),
})

/** The second person's half of `allot-own-money`. Throws `insufficient_balance`. */
export const ownMoneyAllotAct = approvedAct({
  action: 'own-money.allot',
  checker_roles: ['finance_checker'],
  payload: z.strictObject({ amount_micros: z.string().check(z.regex(/^\d+$/)), pot: z.enum(POTS) }),
  apply: async (_services, tx, { amount_micros, pot }) => {
    await postTransfers(tx, [
      {
        id: newId(),
        kind: 'posted',
        posting: 'platform_allotted',
        debit: OWN,
        credit: { code: pot, owner_id: PLATFORM_ID },
        amount_micros: BigInt(amount_micros),
        cause: { kind: 'allotment', id: newId() },
        reason_if_short: 'insufficient_balance',
      },
    ])
    return { pot }
  },
})
