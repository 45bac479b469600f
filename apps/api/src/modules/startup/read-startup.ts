import type { OutputOf } from '@adtally/contract/call.ts'
import type { startupDetail } from '@adtally/contract/money/startup.ts'
import { formatAmount } from '@adtally/money/money.ts'
import { balances, startupInPlans } from '../ledger/index.ts'
import * as policies from '../policies/index.ts'
import type { Services } from '../services.ts'
import { startupAccount } from './accounts.ts'
import { grantOf } from './startup.repository.ts'

const DAY_MS = 86_400_000

/** A customer's startup funds: the offer, the grant, and where the money is by the ledger. */
export async function readStartup(
  services: Services,
  customer_id: string,
): Promise<OutputOf<typeof startupDetail>> {
  const { grant, unused, in_plans_micros } = await services.database.transaction(
    { kind: 'customer', customer_id },
    async (tx) => ({
      grant: await grantOf(tx, customer_id),
      unused: (await balances(tx, [startupAccount(customer_id)]))[0],
      in_plans_micros: await startupInPlans(tx, customer_id),
    }),
  )
  const { startup_grant_micros, startup_term_ms } = policies.current(services)
  return {
    offered: { amount: formatAmount(startup_grant_micros), days: Math.floor(startup_term_ms / DAY_MS) },
    grant: grant && {
      grant_id: grant.grant_id,
      amount: formatAmount(grant.amount_micros),
      granted_at: grant.granted_at.toISOString(),
      expires_at: grant.expires_at.toISOString(),
      state: grant.state,
      unused: formatAmount(unused ?? 0n),
      in_plans: formatAmount(in_plans_micros),
    },
  }
}
