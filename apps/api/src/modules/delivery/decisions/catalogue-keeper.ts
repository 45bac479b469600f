import { setTimeout as pause } from 'node:timers/promises'
import type { Transaction } from '../../../database/database.ts'
import {
  type AppKey,
  appKeys,
  appName,
  eligibleProducts,
  exchangesByKey,
  MARKETPLACE_CHANNEL,
  placements,
  postbackSecrets,
} from '../../marketplace/index.ts'
import {
  type DeliverablePlan,
  deliverableAmong,
  deliverablePlans,
  PLANS_DELIVERY_CHANNEL,
} from '../../plans/index.ts'
import * as policies from '../../policies/index.ts'
import type { Services } from '../../services.ts'
import { planProgress } from '../../statistics/index.ts'
import type { LeaseAgent } from '../budget/lease-agent.ts'
import { type Caps, capsOf } from '../verification/over-cap.ts'
import type { Catalogue, CatalogueRows } from './catalogue.ts'
import { budgetsOf } from './plan-slot.ts'

const SYSTEM = { kind: 'system' } as const
/** Weights and pacing are never older than this, whatever was announced. */
const REFRESH_MS = 5_000
/** Notices within this time share one reading. */
const SETTLE_MS = 50
/** Reading tens of thousands of plans takes a while, so whole readings keep this distance per plan. */
const APART_MS_PER_PLAN = 0.2

type KeeperNeeds = Pick<Services, 'database' | 'clock' | 'settings' | 'log' | 'policies'>

/**
 * Keeps a node's catalogue equal to the database: it reads the plans that a notice names, and everything where a
 * notice names none, where products or placements changed, and from time to time.
 */
export class CatalogueKeeper {
  readonly #needs: KeeperNeeds
  readonly #catalogue: Catalogue
  readonly #leases: LeaseAgent
  readonly #refresh_ms: number
  readonly #changed = new Set<string>()
  #secrets: ReadonlyMap<string, string> = new Map()
  #app_keys: ReadonlyMap<string, AppKey> = new Map()
  #exchanges: ReadonlyMap<string, string> = new Map()
  #caps: Caps = { plan_hour: 0, plan_day: 0, product_day: 0, advertiser_day: 0 }
  #is_outdated = false
  #is_loaded = false
  #is_stopped = false
  #renewing: Promise<void> | null = null
  /** The last whole reading: when it ended, and how many plans it read. */
  #read_at_ms = 0
  #plans_read = 0

  constructor(needs: KeeperNeeds, catalogue: Catalogue, leases: LeaseAgent, refresh_ms = REFRESH_MS) {
    this.#needs = needs
    this.#catalogue = catalogue
    this.#leases = leases
    this.#refresh_ms = refresh_ms
  }

  /** Whether the catalogue has been read. */
  get is_loaded(): boolean {
    return this.#is_loaded
  }

  /** Postback secrets by advertiser. */
  get secrets(): ReadonlyMap<string, string> {
    return this.#secrets
  }

  /** The key in force of a placement's app. */
  appKey(placement: Parameters<typeof appName>[0]): AppKey | undefined {
    return this.#app_keys.get(appName(placement))
  }

  /** Exchanges by the SHA-256, in hexadecimal, of their keys in force. */
  get exchanges(): ReadonlyMap<string, string> {
    return this.#exchanges
  }

  /** How often a device may be shown something, by the policy at the last reading. */
  get caps(): Caps {
    return this.#caps
  }

  /** Reads the catalogue and keeps it fresh; returns a function that stops. */
  async start(): Promise<() => Promise<void>> {
    const { database } = this.#needs
    const outdated = () => this.#outdate()
    const stops = [
      await database.listen(PLANS_DELIVERY_CHANNEL, (payload) => this.#outdatePlans(payload), outdated),
      await database.listen(MARKETPLACE_CHANNEL, outdated, outdated),
    ]
    await this.#alone(this.#readAll())
    // Changes announced during the first reading.
    if (this.#is_outdated || this.#changed.size > 0) this.#renewSoon()
    const timer = setInterval(outdated, this.#refresh_ms)
    return async () => {
      clearInterval(timer)
      this.#is_stopped = true
      for (const stop of stops) await stop()
      await this.#renewing
    }
  }

  /** Reads everything anew, once a reading under way has ended. */
  async refresh(): Promise<void> {
    while (this.#renewing) await this.#renewing
    await this.#alone(this.#readAll())
  }

  async #readAll(): Promise<void> {
    this.#is_outdated = false
    this.#changed.clear()
    const rows = await this.#needs.database.transaction(SYSTEM, async (tx) => ({
      ...(await readCatalogue(tx)),
      secrets: await postbackSecrets(this.#needs, tx),
      app_keys: await appKeys(tx),
      exchanges: await exchangesByKey(tx),
    }))
    this.#secrets = rows.secrets
    this.#app_keys = rows.app_keys
    this.#exchanges = rows.exchanges
    this.#plans_read = rows.plans.length
    const gone = await this.#catalogue.replace(rows, this.#needs.clock.now_ms())
    this.#caps = capsOf(policies.current(this.#needs))
    this.#is_loaded = true
    this.#read_at_ms = performance.now()
    await this.#leases.giveBack(budgetsOf([...gone, ...this.#catalogue.slots()]))
  }

  /** Plan ids separated by commas; empty where there were too many to name. */
  #outdatePlans(payload: string): void {
    if (payload === '') this.#is_outdated = true
    else for (const plan_id of payload.split(',')) this.#changed.add(plan_id)
    this.#renewSoon()
  }

  #outdate(): void {
    this.#is_outdated = true
    this.#renewSoon()
  }

  #renewSoon(): void {
    if (!this.#renewing) void this.#alone(this.#renew())
  }

  // One reading at a time, so that an older one never replaces a newer.
  async #alone(reading: Promise<void>): Promise<void> {
    this.#renewing = reading.finally(() => {
      this.#renewing = null
    })
    await this.#renewing
  }

  async #renew(): Promise<void> {
    while (!this.#is_stopped && (this.#is_outdated || this.#changed.size > 0)) {
      await pause(SETTLE_MS)
      const apart_ms = this.#plans_read * APART_MS_PER_PLAN
      const is_whole = this.#is_outdated && performance.now() >= this.#read_at_ms + apart_ms
      try {
        if (is_whole) await this.#readAll()
        else if (this.#changed.size > 0) await this.#readChanged()
      } catch (error) {
        this.#needs.log.warn(
          { err: error },
          'could not refresh the catalogue; decisions go on with the last one',
        )
        return
      }
    }
  }

  async #readChanged(): Promise<void> {
    const plan_ids = [...this.#changed]
    this.#changed.clear()
    const rows = await this.#needs.database.transaction(SYSTEM, async (tx) => {
      const plans = await deliverableAmong(tx, plan_ids)
      return { plans, progress: await progressOf(tx, plans) }
    })
    await this.#leases.giveBack(
      budgetsOf(this.#catalogue.renew({ plan_ids, ...rows }, this.#needs.clock.now_ms())),
    )
  }
}

/** Everything that decisions are made of, as it is now. System scope. */
export async function readCatalogue(tx: Transaction): Promise<CatalogueRows> {
  const plans = await deliverablePlans(tx)
  return {
    plans,
    products: await eligibleProducts(tx),
    placements: await placements(tx),
    progress: await progressOf(tx, plans),
  }
}

/** Plans' progress; one waiting for its first delivery has none. */
async function progressOf(
  tx: Transaction,
  plans: readonly DeliverablePlan[],
): Promise<CatalogueRows['progress']> {
  const running = plans.flatMap(({ plan_id, status }) => (status === 'putting' ? plan_id : []))
  return running.length === 0 ? new Map() : await planProgress(tx, running)
}
