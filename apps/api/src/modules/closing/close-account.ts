import type { InputOf, OutputOf } from '@adtally/contract/call.ts'
import type { accountClose, accountClosing } from '@adtally/contract/identity/closing.ts'
import { formatAmount, type Micros } from '@adtally/money/money.ts'
import type { Transaction } from '../../database/database.ts'
import { newId } from '../../database/identifiers.ts'
import { publish } from '../../database/outbox.ts'
import { Refusal } from '../../lib/refusal.ts'
import * as audit from '../audit/index.ts'
import { countUnusedCoupons } from '../coupons/index.ts'
import {
  type Claimant,
  CUSTOMER_DISABLED_TOPIC,
  closeOwnAccount,
  proveOwner,
  revokeOtherSessions,
  tellOfSecurity,
} from '../identity/index.ts'
import { customerBalances } from '../ledger/index.ts'
import { countOpenPlans } from '../plans/index.ts'
import type { Services } from '../services.ts'
import { returnStartup } from '../startup/index.ts'
import { customersWithMonth } from '../vip/index.ts'
import { countOpenWithdrawals } from '../wallet/index.ts'

/** What prevents closing, what lapses with it, and what is kept. */
export async function readClosing(
  { database, settings }: Services,
  customer_id: string,
): Promise<OutputOf<typeof accountClosing>> {
  const found = await database.transaction({ kind: 'system' }, (tx) => findingsOf(tx, customer_id))
  return {
    currency: settings.currency,
    money: formatAmount(found.money_micros),
    withdrawable: formatAmount(found.withdrawable_micros),
    plans_open: found.plans_open,
    withdrawals_open: found.withdrawals_open,
    vip_runs: found.vip_runs,
    discount: formatAmount(found.discount_micros),
    startup_funds: formatAmount(found.startup_micros),
    coupons_unused: found.coupons_unused,
    records_kept_years: settings.records_kept_years,
    may_close: mayClose(found),
  }
}

/**
 * Closes the caller's account for good, once they have proved who they are and nothing prevents it. Leftover startup
 * funds go back, every other session ends, and a cancelled account's token still withdraws money that comes later.
 * Throws what the call's contract lists.
 */
export async function closeAccount(
  services: Services,
  claimant: Claimant,
  proof: InputOf<typeof accountClose>,
): Promise<void> {
  const { customer_id, session_id } = claimant
  const { database } = services
  const before = await database.transaction({ kind: 'system' }, (tx) => findingsOf(tx, customer_id))
  // Checked before the proof, so that a one-time code is not spent on a refusal.
  if (!mayClose(before)) throw new Refusal('account_in_use')
  await proveOwner(services, claimant, proof, 'close')
  if (before.startup_micros > 0n) {
    await returnLeftover(services, customer_id, before.startup_micros)
  }
  await database.transaction({ kind: 'system' }, async (tx) => {
    const outcome = await closeOwnAccount(tx, customer_id, session_id)
    if (outcome === 'not_active') throw new Refusal('account_cancelled')
    if (outcome === 'in_use' || !mayClose(await findingsOf(tx, customer_id)))
      throw new Refusal('account_in_use')
    await revokeOtherSessions(tx, customer_id, session_id)
    await publish(tx, CUSTOMER_DISABLED_TOPIC, { customer_id }, customer_id)
    await audit.byCustomer(tx, customer_id, { action: 'account.closed' })
    await tellOfSecurity(tx, customer_id, 'account_closed')
  })
  services.identity.keeper.forgetCustomer(customer_id)
}

/** Throws `account_in_use` if a plan took some of it meanwhile. */
async function returnLeftover(services: Services, customer_id: string, amount: Micros): Promise<void> {
  try {
    await returnStartup(services, customer_id, { request_id: newId(), amount })
  } catch (error) {
    const is_taken = error instanceof Refusal && error.reason === 'startup_funds_insufficient'
    throw is_taken ? new Refusal('account_in_use') : error
  }
}

interface Findings {
  money_micros: bigint
  withdrawable_micros: bigint
  plans_open: number
  withdrawals_open: number
  vip_runs: boolean
  discount_micros: bigint
  startup_micros: bigint
  coupons_unused: number
}

async function findingsOf(tx: Transaction, customer_id: string): Promise<Findings> {
  const [balances, plans_open, withdrawals_open, vip, coupons_unused] = await Promise.all([
    customerBalances(tx, customer_id),
    countOpenPlans(tx, customer_id),
    countOpenWithdrawals(tx, customer_id),
    customersWithMonth(tx, [customer_id]),
    countUnusedCoupons(tx, customer_id),
  ])
  const { available, pending_spend, to_be_settled, on_hold, discount, startup } = balances
  return {
    money_micros: available + pending_spend + to_be_settled + on_hold,
    withdrawable_micros: available,
    plans_open,
    withdrawals_open,
    vip_runs: vip.has(customer_id),
    discount_micros: discount,
    startup_micros: startup,
    coupons_unused,
  }
}

function mayClose({ money_micros, plans_open, withdrawals_open, vip_runs }: Findings): boolean {
  return money_micros === 0n && plans_open === 0 && withdrawals_open === 0 && !vip_runs
}
