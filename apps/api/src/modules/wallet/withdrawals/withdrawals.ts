import { LIMIT_DEFAULT } from '@adtally/contract/fields.ts'
import { Refusal } from '../../../lib/refusal.ts'
import { customerById, readSecondFactor } from '../../identity/index.ts'
import { customerBalances } from '../../ledger/index.ts'
import { cutPage, keyOf } from '../../paging.ts'
import * as policies from '../../policies/index.ts'
import type { Services } from '../../services.ts'
import { currentBeneficiary } from '../beneficiaries/beneficiaries.repository.ts'
import { withResetWait } from '../beneficiaries/usable-from.ts'
import { openHolds } from '../holds/holds.repository.ts'
import { sentTimes, withdrawalViews } from '../repository.ts'

/** A page of the customer's withdrawals, newest first, with the open holds. Throws `cursor_invalid`. */
export async function listWithdrawals(
  services: Services,
  customer_id: string,
  page: { cursor?: string | undefined; limit?: number | undefined },
) {
  const { limit = LIMIT_DEFAULT } = page
  const before = keyOf(page.cursor)
  return await services.database.transaction({ kind: 'customer', customer_id }, async (tx) => {
    const found = await withdrawalViews(tx, { customer_id, before, limit: limit + 1 })
    return {
      ...cutPage(found, limit, ({ withdrawal_id }) => withdrawal_id),
      holds: await openHolds(tx, customer_id),
    }
  })
}

/** One withdrawal of the customer's. Throws `withdrawal_not_found`. */
export async function readWithdrawal(services: Services, customer_id: string, withdrawal_id: string) {
  return await services.database.transaction({ kind: 'customer', customer_id }, async (tx) => {
    const [row] = await withdrawalViews(tx, { customer_id, withdrawal_id, limit: 1 })
    if (!row) throw new Refusal('withdrawal_not_found')
    return { row, holds: await openHolds(tx, customer_id) }
  })
}

/** What the withdrawal screen shows before money moves (DESIGN, "Before money moves"). */
export async function quoteWithdrawal(services: Services, customer_id: string) {
  const { settings } = services
  const policy = policies.current(services)
  const own = await services.database.transaction({ kind: 'customer', customer_id }, async (tx) => ({
    available_micros: (await customerBalances(tx, customer_id)).available,
    beneficiary:
      withResetWait(
        await currentBeneficiary(tx, customer_id),
        await customerById(tx, customer_id),
        policy.beneficiary_wait_ms,
      ) ?? null,
  }))
  // Published times concern all customers, so they are read outside the customer's scope.
  const times = await services.database.transaction({ kind: 'system' }, (tx) =>
    sentTimes(tx, services.clock.now()),
  )
  const { since, app_since, passkeys } = await readSecondFactor(services, customer_id)
  return {
    ...own,
    times,
    second_factor:
      since === null
        ? null
        : { app: app_since !== null, passkey_origin: passkeys.length > 0 ? settings.passkey_origin : null },
    send_within_ms: policy.withdrawal_send_limit_ms,
    rail_fee_micros: settings.rail_fee_micros,
  }
}
