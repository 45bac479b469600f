import { newId } from '../../../database/identifiers.ts'
import { type Account, PLATFORM_ID } from '../chart-of-accounts.ts'
import type { LedgerWriter } from '../money-action.ts'
import type { Cause, Movement } from '../transfer.ts'
import { transfer } from './transfer.ts'

/** A customer with cash in the ledger, and the accounts that tests move it between. */
export interface FundedCustomer {
  customer_id: string
  plan_id: string
  bank: Account
  suspense: Account
  available: Account
  hold: Account
  plan_cash: Account
}

export const CAUSE: Cause = { kind: 'plan', id: newId() }

/** A new customer with a deposit of `amount_micros` from a bank of its own. */
export async function fundedCustomer(writer: LedgerWriter, amount_micros: bigint): Promise<FundedCustomer> {
  const customer_id = newId()
  const plan_id = newId()
  const bank: Account = { code: 'bank', owner_id: PLATFORM_ID, subject_id: newId() }
  const suspense: Account = { code: 'suspense', owner_id: PLATFORM_ID }
  const available: Account = { code: 'customer_available', owner_id: customer_id }
  const flow = {
    id: `deposit ${customer_id}`,
    type: 'system_deposit',
    subject_kind: 'bank_line',
    subject_id: 'line',
  } as const
  const results = await transfer(writer, [
    posted(bank, suspense, amount_micros),
    { ...posted(suspense, available, amount_micros), flow },
  ])
  if (results.some((result) => result !== 'ok')) throw new Error(`funding a customer: ${results.join(', ')}`)
  return {
    customer_id,
    plan_id,
    bank,
    suspense,
    available,
    hold: { code: 'withdrawal_hold', owner_id: customer_id },
    plan_cash: { code: 'plan_cash', owner_id: customer_id, subject_id: plan_id },
  }
}

/** A posted transfer with a new id. */
export function posted(debit: Account, credit: Account, amount_micros: bigint): Movement {
  return { kind: 'posted', id: newId(), debit, credit, amount_micros, cause: CAUSE }
}
