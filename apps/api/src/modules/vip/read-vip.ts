import type { OutputOf } from '@adtally/contract/call.ts'
import { LIMIT_DEFAULT } from '@adtally/contract/fields.ts'
import type { userVip, vipMonth } from '@adtally/contract/money/vip.ts'
import type * as z from 'zod/mini'
import type { Transaction } from '../../database/database.ts'
import { Refusal } from '../../lib/refusal.ts'
import { cutPage, keyOf } from '../paging.ts'
import { rebatesUnder } from '../plans/index.ts'
import type { Services } from '../services.ts'
import { type Month, monthById, monthsOf } from './months.repository.ts'
import { presentMonth } from './presenter.ts'

/** A page of the customer's months of VIP, newest first; the newest may be running. Throws `cursor_invalid`. */
export async function listVip(
  services: Services,
  customer_id: string,
  input: { cursor?: string | undefined; limit?: number | undefined },
): Promise<OutputOf<typeof userVip>> {
  const { limit = LIMIT_DEFAULT } = input
  const before = keyOf(input.cursor)
  return await services.database.transaction({ kind: 'customer', customer_id }, async (tx) => {
    const found = await monthsOf(tx, customer_id, { before, limit: limit + 1 })
    const page = cutPage(found, limit, ({ vip_id }) => vip_id)
    const items = []
    for (const month of page.items) items.push(await shown(services, tx, month))
    return { items, next_cursor: page.next_cursor }
  })
}

/** One VIP month for its customer. */
export async function vipMonthOf(
  services: Services,
  customer_id: string,
  vip_id: string,
): Promise<z.infer<typeof vipMonth>> {
  return await services.database.transaction({ kind: 'customer', customer_id }, async (tx) => {
    const month = await monthById(tx, vip_id)
    if (!month) throw new Refusal('vip_not_found', { field: 'vip_id' })
    return await shown(services, tx, month)
  })
}

async function shown(services: Services, tx: Transaction, month: Month) {
  return presentMonth(month, await rebatesUnder(tx, month.vip_id), services.clock.now())
}
