import { least } from '@adtally/money/money.ts'
import { chargeOf, placements } from '../../marketplace/index.ts'
import { finishSpentPlans } from '../../plans/index.ts'
import type { Services } from '../../services.ts'
import { closeLeases, readSpentPlans } from '../budget/budget.repository.ts'
import { forgetUncharged } from '../openrtb/auction-ends.repository.ts'
import { passInvalid } from '../verification/invalid-pass.ts'
import type { WhileAnother } from './processor.repository.ts'
import { processEvents } from './processor.ts'

const SYSTEM = { kind: 'system' } as const
/** Statistics, ledger and cursor follow an event within half a second (PRODUCT §5). */
const INTERVAL_MS = 250
const HOUSEKEEPING_MS = 1_000
const TURNS_MAX = 1_000
/** As far back as `delivery-counts` looks. */
const UNCHARGED_KEPT_MS = 90 * 86_400_000

/** Carries events into the books until stopped, and runs leases' housekeeping and the invalid-traffic pass. */
export class DeliveryWorker {
  readonly #services: Services
  #timer: NodeJS.Timeout | null = null
  #turn: Promise<void> | null = null
  #kept_house_at_ms = 0
  #is_stopped = false

  constructor(services: Services) {
    this.#services = services
  }

  start(): void {
    this.#timer = setTimeout(() => {
      this.#turn = this.#work().finally(() => {
        this.#turn = null
        if (!this.#is_stopped) this.start()
      })
    }, INTERVAL_MS)
  }

  /** Finishes the work in progress. */
  async stop(): Promise<void> {
    this.#is_stopped = true
    if (this.#timer) clearTimeout(this.#timer)
    await this.#turn
  }

  async #work(): Promise<void> {
    try {
      await settleBooks(this.#services, 'leave')
      const now_ms = this.#services.clock.now_ms()
      if (now_ms - this.#kept_house_at_ms < HOUSEKEEPING_MS) return
      this.#kept_house_at_ms = now_ms
      await keepHouse(this.#services, 'leave')
    } catch (error) {
      this.#services.log.warn({ err: error }, 'could not count new events; trying again')
    }
  }
}

/** Carries everything on disk into the books; when it returns it is there, unless it was left to another. */
export async function settleBooks(services: Services, while_another: WhileAnother = 'wait'): Promise<void> {
  for (let turn = 0; turn < TURNS_MAX && (await processEvents(services, while_another)); turn += 1);
}

/**
 * Closes leases that are due, finishes plans too poor for any charge, looks for invalid traffic, and forgets old bids that
 * nothing was charged for.
 */
export async function keepHouse(services: Services, while_another: WhileAnother = 'wait'): Promise<void> {
  await services.database.transaction(SYSTEM, async (tx) => {
    await forgetUncharged(tx, new Date(services.clock.now_ms() - UNCHARGED_KEPT_MS))
    const closed = await closeLeases(tx)
    if (closed.length === 0) return
    const charges = (await placements(tx)).filter(({ is_open }) => is_open).map(chargeOf)
    const least_micros = charges.reduce(least, charges[0] ?? 1n)
    await finishSpentPlans(services, tx, await readSpentPlans(tx, closed, least_micros))
  })
  for (let turn = 0; turn < TURNS_MAX && (await passInvalid(services, while_another)); turn += 1);
}
