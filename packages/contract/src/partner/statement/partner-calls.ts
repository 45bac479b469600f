import * as catalogue from '../catalogue.ts'
import * as conversions from '../conversions.ts'
import * as delivery from '../delivery.ts'
import * as advertiserMoney from '../money-advertiser.ts'
import * as publisherMoney from '../money-publisher.ts'
import * as people from '../people.ts'
import * as supply from '../supply.ts'
import type { PartnerCall } from './partner-call.ts'

/** The files of statements, one an area. */
const AREAS: readonly Record<string, unknown>[] = [
  advertiserMoney,
  catalogue,
  conversions,
  delivery,
  people,
  publisherMoney,
  supply,
]

/** Every act of partners, by name. */
export const PARTNER_CALLS: readonly PartnerCall[] = AREAS.flatMap((area) =>
  Object.values(area).filter(isCall),
).sort((one, other) => (one.name < other.name ? -1 : 1))

function isCall(exported: unknown): exported is PartnerCall {
  return typeof exported === 'object' && exported !== null && 'sides' in exported && 'request' in exported
}
