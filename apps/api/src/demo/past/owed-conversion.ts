import { SMALL_ADVERTISER, SMALL_ADVERTISER_ADDS, SMALL_PRODUCT } from '../seed/catalogue.ts'
import { bookEscrow, bringAdvertiser, escrowPayment } from '../seed/seed-market.ts'
import type { Stage } from './stage.ts'
import { thinkItOver } from './visitors.ts'

/**
 * How a settled plan gets corrected (PRODUCT §3, §4): two visitors click before either books, and the advertiser's
 * escrow covers only one conversion. The plan settles without the other, and settles again when the advertiser pays.
 */
const BOOKINGS = 2

/** Brings in an advertiser with little escrow, and its product. */
export async function advertiserComes({ office, market, origins, target }: Stage): Promise<void> {
  await bringAdvertiser(office, market, { advertiser: SMALL_ADVERTISER, product: SMALL_PRODUCT, origins })
  const reference = 'DEMO-ESCROW-SMALL-1'
  await target.receive([escrowPayment(SMALL_ADVERTISER, reference, SMALL_ADVERTISER.escrow)])
  await bookEscrow(office, SMALL_ADVERTISER.name, reference)
}

/** Lets one visitor more book than the escrow covers. */
export async function visitorsBook({ pages, witness }: Stage): Promise<void> {
  await thinkItOver(pages.letter, SMALL_PRODUCT.headline, BOOKINGS, witness)
}

/** The advertiser pays in more than it owes. Debts are paid first, those of settled plans too. */
export async function advertiserPays({ office, target }: Stage): Promise<void> {
  const reference = 'DEMO-ESCROW-SMALL-2'
  await target.receive([escrowPayment(SMALL_ADVERTISER, reference, SMALL_ADVERTISER_ADDS)])
  await bookEscrow(office, SMALL_ADVERTISER.name, reference)
}
