import { eligibleProducts, MARKETPLACE_CHANNEL, placements, postbackSecrets } from '../marketplace/index.ts'
import { deliverablePlans, PLANS_CHANNEL } from '../plans/index.ts'
import * as policies from '../policies/index.ts'
import type { Services } from '../services.ts'
import { planProgress } from '../statistics/index.ts'
import { Catalogue } from './catalogue.ts'
import type { DecisionContext } from './contender.ts'
import { Counters } from './counters.ts'
import { type DecisionRequest, decide, type PlacementSlot } from './decide.ts'
import { DeviceDays } from './device-days.ts'
import { readShownSince } from './event.repository.ts'
import { EventIngest } from './event-ingest.ts'
import { ruleOnArrival } from './invalid-rules.ts'
import { KeyedHash } from './keyed-hash.ts'
import { LeaseAgent } from './lease-agent.ts'
import { deviceOf, isPageOf, userAgentOf, type VisitorHeaders, visitorOf } from './request-visitor.ts'
import { TokenCodec } from './token.ts'

const SYSTEM = { kind: 'system' } as const
/** Weights and pacing are fresh within this time, whatever the notices said. */
const REFRESH_MS = 5_000
/** Notices of one burst make one reading. */
const SETTLE_MS = 50
/** Where thousands of plans are open, and many placed each second, reading them all at each change would leave no time for anything else. */
const SETTLE_MS_PER_PLAN = 0.1
const LEASE_WAIT_MS = 300
const DAY_MS = 86_400_000
const RECALLED_MAX = 500_000

/** One request for an advertisement, as HTTP brings it. */
export interface DecisionQuery {
  placement: string
  device: string | undefined
  headers: VisitorHeaders
  address: string
}

/** Delivery in one process: the catalogue in memory, leases, tokens, events on their way to the disk. */
export class DeliveryNode {
  readonly codec: TokenCodec
  readonly ingest: EventIngest
  readonly counters: Counters
  readonly hash: KeyedHash
  /** Postback secrets by advertiser. */
  secrets: ReadonlyMap<string, string> = new Map()
  readonly sandbox: boolean
  readonly #services: Services
  readonly #context: DecisionContext
  readonly #catalogue: Catalogue
  readonly #leases: LeaseAgent
  #is_loaded = false
  #daily_cap = 0
  #timer: NodeJS.Timeout | null = null
  #refreshing: Promise<void> | null = null
  #is_outdated = false
  /** By the last reading. */
  #plans_read = 0

  constructor(services: Services) {
    const { settings, clock, database } = services
    this.#services = services
    this.sandbox = settings.ledger_mode === 'sandbox'
    this.codec = new TokenCodec(settings.secret, { sandbox: this.sandbox })
    this.hash = new KeyedHash(settings.secret('delivery-visitor'))
    this.ingest = new EventIngest(database, this.sandbox)
    this.counters = new Counters(services)
    this.#leases = new LeaseAgent(services, this.ingest)
    this.#context = {
      codec: this.codec,
      devices: new DeviceDays(),
      public_origin: settings.public_origin,
      now_ms: clock.now_ms(),
      daily_cap: 0,
      requestLease: (slot, charge_micros) => this.#leases.request(slot, charge_micros),
    }
    this.#catalogue = new Catalogue(this.#context)
  }

  /** Reads the catalogue and keeps it fresh; returns how to stop, which gives the leases back. */
  async start(): Promise<() => Promise<void>> {
    const { database } = this.#services
    const outdated = () => this.outdate()
    const stops = [
      await database.listen(PLANS_CHANNEL, outdated, outdated),
      await database.listen(MARKETPLACE_CHANNEL, outdated, outdated),
    ]
    await this.#recallDevices()
    await this.refresh()
    this.#timer = setInterval(outdated, REFRESH_MS)
    return async () => {
      if (this.#timer) clearInterval(this.#timer)
      for (const stop of stops) stop()
      await this.#refreshing
      await this.#leases.giveBack(this.#catalogue.retireAll()).catch(() => {})
      await this.counters.close()
      await this.ingest.close()
    }
  }

  /** What devices were shown today before this process began. */
  async #recallDevices(): Promise<void> {
    const now_ms = this.#services.clock.now_ms()
    const day_start_ms = now_ms - (now_ms % DAY_MS)
    const shown = await readShownSince(this.#services.database, day_start_ms, RECALLED_MAX)
    const bytes = Buffer.alloc(8)
    for (const { plan_id, device, times } of shown) {
      bytes.writeBigInt64BE(device)
      this.#context.devices.add(plan_id, bytes.toString('latin1'), now_ms, times)
    }
  }

  /** The catalogue has changed; it is read again in a moment. */
  outdate(): void {
    if (this.#refreshing) this.#is_outdated = true
    else this.#refreshing = this.#refreshSoon()
  }

  /** Reads the catalogue now. */
  async refresh(): Promise<void> {
    const rows = await this.#services.database.transaction(SYSTEM, async (tx) => {
      const plans = await deliverablePlans(tx)
      return {
        plans,
        products: await eligibleProducts(tx),
        placements: await placements(tx),
        progress: await planProgress(
          tx,
          plans.map(({ plan_id }) => plan_id),
        ),
        secrets: await postbackSecrets(this.#services, tx),
      }
    })
    this.secrets = rows.secrets
    this.#plans_read = rows.plans.length
    const gone = this.#catalogue.replace(rows, this.#services.clock.now_ms())
    this.#daily_cap = policies.current(this.#services).device_daily_count
    this.#is_loaded = true
    await this.#leases.giveBack([...gone, ...this.#catalogue.slots()])
  }

  /** The reply's JSON: an advertisement with its token, or the reason why there is none, which is counted. */
  decide(query: DecisionQuery): string | Promise<string> {
    const { settings } = this.#services
    const placement = this.#catalogue.placement(query.placement)
    if (!this.#is_loaded || !placement)
      return this.#noFill(this.#is_loaded ? 'placement_unknown' : 'starting', '')
    const user_agent = userAgentOf(query.headers)
    if (ruleOnArrival(user_agent)) return this.#noFill('crawler', placement.placement_id)
    if (!isPageOf(placement.publisher_domain, query.headers.origin)) {
      return this.#noFill('page_unknown', placement.placement_id)
    }
    const request = {
      placement,
      visitor: visitorOf(query.headers, settings.trust_proxy),
      device: deviceOf(this.hash, query.device, query.address, user_agent),
      now_ms: 0,
    }
    const answer = this.#decideNow(request)
    if (answer.startsWith('{')) return answer
    if (answer === 'budget') return this.#decideWithLease(placement, request)
    return this.#noFill(answer, placement.placement_id)
  }

  #decideNow(request: DecisionRequest): string {
    const { clock } = this.#services
    request.now_ms = clock.now_ms()
    this.#context.now_ms = request.now_ms
    this.#context.daily_cap = this.#daily_cap
    return decide(request, this.codec, this.sandbox)
  }

  /** A plan that nobody asked for lately has no lease yet; it is worth a moment's wait. */
  async #decideWithLease(placement: PlacementSlot, request: DecisionRequest): Promise<string> {
    await this.#leases.arrived(
      placement.contenders.map(({ slot }) => slot),
      LEASE_WAIT_MS,
    )
    const answer = this.#decideNow(request)
    return answer.startsWith('{') ? answer : this.#noFill(answer, placement.placement_id)
  }

  #noFill(reason: string, placement_id: string): string {
    this.counters.noFill(placement_id, reason)
    return `{"fill":false,"sandbox":${this.sandbox},"reason":"${reason}"}`
  }

  async #refreshSoon(): Promise<void> {
    do {
      this.#is_outdated = false
      const settle_ms = Math.max(SETTLE_MS, this.#plans_read * SETTLE_MS_PER_PLAN)
      await new Promise((resolve) => setTimeout(resolve, settle_ms))
      await this.refresh().catch((error: unknown) => {
        this.#services.log.warn({ err: error }, 'delivery goes on with what it knows: the database is away')
      })
    } while (this.#is_outdated)
    this.#refreshing = null
  }
}
