import type { OutputOf } from '@adtally/contract/call.ts'
import type { Language } from '@adtally/contract/enums.ts'
import type { property } from '@adtally/contract/money/wallet.ts'
import { formatAmount } from '@adtally/money/money.ts'
import { customerBalances, lifetimeFlowSums, promotionalPending } from '../../ledger/index.ts'
import type { Services } from '../../services.ts'
import { openHolds } from '../holds/holds.repository.ts'
import { presentHold } from '../presenter.ts'
import { paymentsStopped } from './money-owed.ts'

/** The wallet: figures are sums of the customer's ledger accounts, lifetime sums those of flow types (PRODUCT §3). */
export async function readProperty(
  services: Services,
  customer_id: string,
  language: Language,
): Promise<OutputOf<typeof property>> {
  const { database } = services
  const [{ balances, promotional, sums, holds }, payments_stopped] = await Promise.all([
    database.transaction({ kind: 'customer', customer_id }, async (tx) => ({
      balances: await customerBalances(tx, customer_id),
      promotional: await promotionalPending(tx, customer_id),
      sums: await lifetimeFlowSums(tx, customer_id),
      holds: await openHolds(tx, customer_id),
    })),
    // The bank's balance and what all customers are owed lie outside the customer's scope.
    database.transaction({ kind: 'system' }, paymentsStopped),
  ])
  const { available, pending_spend, to_be_settled, on_hold } = balances
  return {
    currency: services.settings.currency,
    total_assets: formatAmount(available + pending_spend + to_be_settled + on_hold),
    available_balance: formatAmount(available),
    pending_spend: formatAmount(pending_spend),
    to_be_settled: formatAmount(to_be_settled),
    on_hold: formatAmount(on_hold),
    estimated_part: formatAmount(to_be_settled),
    promotional_part: formatAmount(promotional),
    discount_amount: formatAmount(balances.discount),
    startup_funds: formatAmount(balances.startup),
    sys_chargebacks: formatAmount(sums.get('system_chargeback') ?? 0n),
    virtual_recharge_deduction: formatAmount(sums.get('virtual_recharge_deduction') ?? 0n),
    profit_sharing: formatAmount(sums.get('profit_sharing') ?? 0n),
    total_deposited: formatAmount(sums.get('system_deposit') ?? 0n),
    holds: holds.map((row) => presentHold(row, language)),
    payments_stopped,
    as_of: services.clock.now().toISOString(),
  }
}
