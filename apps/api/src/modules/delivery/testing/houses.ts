import type { TestProgram } from '../../../testing/servers/test-program.ts'
import { type Market, makePlacement } from '../../../testing/worlds/build-market.ts'
import { newPartner } from '../../../testing/worlds/partner-world.ts'
import type { Partner } from '../../partner-verb.ts'
import { busyDevice } from './busy-device.ts'

const AMOUNT_MICROS = 100_000_000n
const APP = { bundle_id: 'example.app', store_url: 'https://store.example/app' }

/** What a publisher's people see their own rows of, with the column of the party. */
export const PARTY_TABLES = {
  'marketplace.publishers': 'publisher_id',
  'marketplace.app_keys': 'publisher_id',
  'marketplace.publisher_blocks': 'publisher_id',
  'marketplace.seller_checks': 'publisher_id',
  'statistics.placement_hours': 'publisher_id',
  'statistics.placement_days': 'publisher_id',
  'delivery.events': 'publisher_id',
  'delivery.publisher_verdicts': 'publisher_id',
  'delivery.appeals': 'publisher_id',
  'payouts.accounts': 'payee_id',
  'payouts.payouts': 'payee_id',
  'payouts.account_changes': 'payee_id',
} as const

/** A publisher with somebody who owns it, a placement on a page and one in an app. */
export interface House {
  owner: Partner
  placement_id: string
  app_placement_id: string
}

/** Gives a publisher with a placement an owner and an app. */
export async function makeHouse(
  t: TestProgram,
  { office }: Market,
  publisher_id: string,
  placement_id: string,
): Promise<House> {
  const app = await makePlacement(office, publisher_id, APP)
  const owner = await newPartner(t, { side: 'publisher', party_id: publisher_id, role: 'owner' })
  return { owner, placement_id, app_placement_id: app.placement_id }
}

/** A plan whose picture a device looks at and taps six times in a minute on each of these publishers’ pages. */
export async function overdo(t: TestProgram, market: Market, houses: readonly House[]): Promise<void> {
  const customer = await market.customerWith('200.00')
  const plan_id = await market.place(customer.customer_id, AMOUNT_MICROS)
  for (const { owner, placement_id } of houses)
    await busyDevice(t, { ...market, publisher_id: owner.party_id, placement_id }, plan_id)
}
