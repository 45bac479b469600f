import { newId } from '../../../database/identifiers.ts'
import {
  ACCOUNT_CODES,
  type Account,
  type AccountCode,
  type AccountRule,
  PLATFORM_ID,
} from '../chart-of-accounts.ts'
import type { Transfer } from '../transfer.ts'

/** A small ledger's parties, few enough that random transfers keep meeting the same accounts. */
export interface World {
  accounts: readonly Account[]
  customerOfPlan: ReadonlyMap<string, string>
  /** Opens the plans and funds every account, so that random transfers have something to move. */
  funding: readonly Transfer[]
  account(code: AccountCode): Account
}

/** Two customers with a plan each, two publishers, an advertiser, an acceptor, and the platform with its bank. */
export function makeWorld(): World {
  const customers = [newId(), newId()] as const
  const plans = [newId(), newId()] as const
  const owners = {
    customer: customers,
    publisher: [newId(), newId()],
    advertiser: [newId()],
    acceptor: [newId()],
    platform: [PLATFORM_ID],
  }
  const rail = newId()
  const rules: [AccountCode, AccountRule][] = Object.entries(ACCOUNT_CODES) as [AccountCode, AccountRule][]
  const accounts = rules.flatMap(([code, { owner, subject }]) =>
    owners[owner].flatMap((owner_id): Account[] => {
      if (subject === undefined) return [{ code, owner_id }]
      if (subject === 'rail') return [{ code, owner_id, subject_id: rail }]
      const own_plans =
        owner === 'customer' ? plans.filter((_, index) => customers[index] === owner_id) : plans
      return own_plans.map((subject_id) => ({ code, owner_id, subject_id }))
    }),
  )
  const account = (code: AccountCode, nth = 0): Account => {
    const found = accounts.filter((one) => one.code === code)[nth]
    if (!found) throw new Error(`the world has no ${code}`)
    return found
  }
  const customerOfPlan = new Map(plans.map((plan, index) => [plan, customers[index] ?? customers[0]]))
  return { accounts, customerOfPlan, account, funding: fundingOf(account) }
}

function fundingOf(account: (code: AccountCode, nth?: number) => Account): Transfer[] {
  const move = (debit: Account, credit: Account, amount_micros: bigint): Transfer => ({
    kind: 'posted',
    id: newId(),
    debit,
    credit,
    amount_micros,
    cause: { kind: 'bank_line', id: newId() },
  })
  const suspense = account('suspense')
  return [
    move(account('bank'), suspense, 5_000n),
    move(suspense, account('customer_available'), 900n),
    move(suspense, account('customer_available', 1), 400n),
    move(suspense, account('escrow'), 900n),
    move(suspense, account('own'), 600n),
    move(account('own'), account('promo'), 300n),
    move(account('own'), account('reserve'), 100n),
    move(account('promo'), account('customer_startup'), 60n),
    move(account('customer_available'), account('plan_cash'), 300n),
    move(account('customer_available', 1), account('plan_cash', 1), 100n),
    move(account('customer_startup'), account('plan_startup'), 30n),
    move(account('escrow'), account('escrow_reserved'), 300n),
    move(account('plan_cash'), account('publisher_unsettled'), 100n),
    move(account('plan_cash'), account('fee_unearned'), 50n),
    move(account('escrow_reserved'), account('customer_unsettled'), 100n),
  ]
}
