import { id } from '@adtally/contract/fields.ts'
import { formatAmount } from '@adtally/money/money.ts'
import * as z from 'zod/mini'
import type { Transaction } from '../../database/database.ts'
import { newId } from '../../database/identifiers.ts'
import { Refusal } from '../../lib/refusal.ts'
import { PLATFORM_ID, postTransfers } from '../ledger/index.ts'
import { approvedAct, staffVerb } from '../module.ts'
import { propose } from '../operators/index.ts'
import { moneyText } from '../proposal-facts.ts'
import { reasonText } from '../verb-fields.ts'
import { assignLine, type BankLineRow, bankAccount, lockLine, refuseContradicted } from '../wallet/index.ts'

/** `match-bank-charge`: proposes that a paid-out line is the bank's own charge, to be paid from earned fees. */
export const matchBankChargeVerb = staffVerb({
  name: 'match-bank-charge',
  summary: "Propose that a paid-out bank line is the bank's own charge: --line-id ID --reason",
  roles: ['finance_maker'],
  proposes: 'bank-charge.book',
  input: z.strictObject({ line_id: id, reason: reasonText }),
  run: (services, maker, { line_id, reason }) =>
    services.database.transaction({ kind: 'system' }, async (tx) => {
      await chargeLine(tx, line_id)
      return await propose(services, tx, {
        act: bankChargeBookAct,
        subject_kind: 'bank_line',
        subject_id: line_id,
        payload: { line_id },
        reason,
        maker,
      })
    }),
})

/** The second person's half. Throws `insufficient_balance` if the earned fees don't cover it. */
export const bankChargeBookAct = approvedAct({
  action: 'bank-charge.book',
  checker_roles: ['finance_checker'],
  stands_on: 'import-statement',
  payload: z.strictObject({ line_id: z.uuid() }),
  facts: async (services, tx, { line_id }) => {
    const line = await chargeLine(tx, line_id)
    const amount = moneyText(services, -line.amount_micros)
    return {
      says: `Book ${amount} of bank line ${line.bank_reference} as the bank's own charge, borne by the fees earned`,
      before: { line: 'unassigned' },
      after: { line: 'bank charge', amount },
    }
  },
  apply: async (services, tx, { line_id }) => {
    const line = await chargeLine(tx, line_id)
    await postTransfers(tx, [
      {
        id: newId(),
        kind: 'posted',
        posting: 'bank_charged',
        debit: { code: 'fee', owner_id: PLATFORM_ID },
        credit: bankAccount(line.rail),
        amount_micros: -line.amount_micros,
        cause: { kind: 'bank_line', id: line_id },
        reason_if_short: 'insufficient_balance',
      },
    ])
    await assignLine(tx, line_id, 'charge', PLATFORM_ID, services.clock.now())
    return { line_id, charged: formatAmount(-line.amount_micros) }
  },
})

async function chargeLine(tx: Transaction, line_id: string): Promise<BankLineRow> {
  const line = await lockLine(tx, line_id)
  if (!line) throw new Refusal('record_not_found', { field: 'line_id' })
  if (line.assigned_kind !== null || line.amount_micros >= 0n)
    throw new Refusal('state_conflict', { field: 'line_id' })
  await refuseContradicted(tx, line)
  return line
}
