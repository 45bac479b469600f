import { SMALL_ADVERTISER, SMALL_ADVERTISER_ADDS, SMALL_PRODUCT } from '../seed/catalogue.ts'
import { bookEscrow, bringAdvertiser, escrowPayment } from '../seed/seed-market.ts'
import type { Stage } from './stage.ts'
import { thinkItOver } from './visitors.ts'

/**
 * How a settled plan comes to be corrected (PRODUCT §3, §4): two visitors click before either books, the advertiser's escrow carries one
 * conversion, so that the other is owed; the plan settles without it, and is settled anew when the advertiser pays.
 */
const BOOKINGS = 2

/** An advertiser that begins with little escrow, and its product. */
export async function advertiserComes({ office, market, origins, target }: Stage): Promise<void> {
  await bringAdvertiser(office, market, { advertiser: SMALL_ADVERTISER, product: SMALL_PRODUCT, origins })
  const reference = 'DEMO-ESCROW-SMALL-1'
  await target.receive([escrowPayment(SMALL_ADVERTISER, reference, SMALL_ADVERTISER.escrow)])
  await bookEscrow(office, SMALL_ADVERTISER.name, reference)
}

/** One visitor more books than its escrow carries. */
export async function visitorsBook({ pages }: Stage): Promise<void> {
  await thinkItOver(pages.letter, SMALL_PRODUCT.headline, BOOKINGS)
}

/** It pays in what it owes and more: what is owed is paid first, of a plan that has settled too. */
export async function advertiserPays({ office, target }: Stage): Promise<void> {
  const reference = 'DEMO-ESCROW-SMALL-2'
  await target.receive([escrowPayment(SMALL_ADVERTISER, reference, SMALL_ADVERTISER_ADDS)])
  await bookEscrow(office, SMALL_ADVERTISER.name, reference)
}
