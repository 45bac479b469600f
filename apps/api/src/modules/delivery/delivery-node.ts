import type { NoFillReason } from '@adtally/contract/operator/market/delivery.ts'
import type { Placement } from '../marketplace/index.ts'
import type { Services } from '../services.ts'
import { LeaseAgent } from './budget/lease-agent.ts'
import { DeviceShows } from './caps/device-shows.ts'
import { ShowExchange } from './caps/show-exchange.ts'
import { Candidate, type DecisionContext } from './decisions/candidate.ts'
import { Catalogue } from './decisions/catalogue.ts'
import { CatalogueKeeper } from './decisions/catalogue-keeper.ts'
import { Counters } from './decisions/counters.ts'
import { type DecisionRequest, decide, deviceKeyOf, type Fill, showAfterWait } from './decisions/decide.ts'
import { DecisionLimit } from './decisions/decision-limit.ts'
import { readKeptTokenKeys } from './decisions/kept-keys.repository.ts'
import { type AskerRefusal, type AskingPage, askerRefusal, askingPage } from './decisions/page.ts'
import type { PlacementSlot } from './decisions/placement-slot.ts'
import { budgetsOf, type PlanSlot } from './decisions/plan-slot.ts'
import { userAgentOf, type VisitorHeaders, visitOf, visitorOf } from './decisions/request-visitor.ts'
import type { BidObstacle } from './decisions/selection.ts'
import { addressRefusal, type SignedAddress } from './decisions/signed-address.ts'
import { type Channel, TokenCodec, type TokenContent } from './decisions/token.ts'
import { VisitorHash } from './decisions/visitor-hash.ts'
import { IdSequence } from './events/binary-id.ts'
import { readShownSince } from './events/event.repository.ts'
import { eventIdOf } from './events/event-ids.ts'
import { EventIngest } from './events/event-ingest.ts'
import { AuctionEnds } from './openrtb/auction-ends.ts'
import { isCrawler } from './rules/crawler-lists.ts'
import { RuleBook } from './rules/rule-book.ts'
import { countriesOf } from './visitors/country-of.ts'
import { networksOf } from './visitors/network-of.ts'

const DAY_MS = 86_400_000
const RECALLED_MAX = 500_000
/** A decision asks for at most so many leases. */
const LEASES_ASKED_MAX = 3
const NONE_BESIDE: ReadonlySet<string> = new Set()

/** A node's services; its database has the role `delivery`. */
export type DeliveryNeeds = Pick<Services, 'database' | 'clock' | 'settings' | 'log' | 'policies'>

/** Who asks for advertisements, and by what face. */
export interface Asker {
  /** The id that the page keeps on the device, where its user allows it. */
  device?: string | undefined
  /** The origin of the outermost page around the asking one, as that tells it. */
  around?: string | undefined
  headers: VisitorHeaders
  address: string
  channel: Channel
  /** What the page is about: as `readKeywords` has them. */
  keywords?: readonly string[] | undefined
  /** Of an address that an app's server has signed. */
  signed?: SignedAddress | undefined
  /** The exchange that asks in its publishers' and visitors' name, whose key was looked at. */
  exchange_id?: string | undefined
}

export interface DecisionQuery extends Asker {
  /** Its key, or its id. */
  placement: string
  /** Why a plan may not answer a bid request. */
  obstacleTo?: ((slot: PlanSlot) => BidObstacle | null) | undefined
  /** For how long it may wait for a lease, where that is less than this node would. */
  wait_ms_max?: number | undefined
}

/** The answer to one request, as JSON, and what it was made of: an advertisement, or the reason for none. */
export type Decided = Fill | { json: string; plan_id: null; shown: null; reason: NoFillReason }

const NO_PAGE_ASKS: AskingPage = { host: null, around: null }

/** A request with how long it may wait. */
interface WaitingRequest extends DecisionRequest {
  wait_ms: number
}

/** Delivery in one process: the catalogue in memory, leases, tokens, and events on their way to disk. */
export class DeliveryNode {
  readonly codec: TokenCodec
  readonly ids = new IdSequence()
  readonly ingest: EventIngest
  readonly auctions: AuctionEnds
  readonly counters: Counters
  readonly visitors: VisitorHash
  readonly rules: RuleBook
  readonly sandbox: boolean
  /** How long a decision waits for a lease; tests on a busy machine raise it. */
  lease_wait_ms = 300
  readonly #needs: DeliveryNeeds
  readonly #context: DecisionContext
  readonly #catalogue: Catalogue
  readonly #keeper: CatalogueKeeper
  readonly #leases: LeaseAgent
  readonly #limit: DecisionLimit
  readonly #exchange: ShowExchange

  constructor(needs: DeliveryNeeds) {
    const { settings, clock, database } = needs
    this.#needs = needs
    this.sandbox = settings.ledger_mode === 'sandbox'
    this.codec = new TokenCodec(settings.secret, { sandbox: this.sandbox })
    this.visitors = new VisitorHash(settings.secret('delivery-visitor'))
    this.rules = new RuleBook(needs)
    this.ingest = new EventIngest(database, this.sandbox)
    this.auctions = new AuctionEnds(database)
    this.counters = new Counters(needs)
    this.#limit = new DecisionLimit(settings.decisions_per_minute, settings.proxies)
    this.#leases = new LeaseAgent(needs, this.ingest)
    const shows = new DeviceShows()
    this.#exchange = new ShowExchange(needs, shows)
    this.#context = {
      codec: this.codec,
      shows,
      public_origin: settings.public_origin,
      now_ms: clock.now_ms(),
      caps: { plan_hour: 0, plan_day: 0, product_day: 0, advertiser_day: 0 },
      tellShow: (subject, device, shown_at_ms) => this.#exchange.tell(subject, device, shown_at_ms),
      requestLease: (budget, charge_micros) => this.#leases.request(budget, charge_micros),
    }
    this.#catalogue = new Catalogue(this.#context)
    this.#keeper = new CatalogueKeeper(needs, this.#catalogue, this.#leases)
  }

  /** Whether it knows what there is to decide about. */
  get is_ready(): boolean {
    return this.#keeper.is_loaded && this.rules.is_read
  }

  /** The number of an address's network; null where no database tells it. */
  networkOf(address: string): number | null {
    return networksOf(this.#needs.settings)?.of(address) ?? null
  }

  /** Postback secrets by advertiser. */
  get secrets(): ReadonlyMap<string, string> {
    return this.#keeper.secrets
  }

  /** Exchanges by the SHA-256, in hexadecimal, of their keys in force. */
  get exchanges(): ReadonlyMap<string, string> {
    return this.#keeper.exchanges
  }

  /** Reads the catalogue and keeps it fresh; returns a function that stops and gives the leases back. */
  async start(): Promise<() => Promise<void>> {
    const { database, settings } = this.#needs
    countriesOf(settings)
    networksOf(settings)
    this.codec.keep(await readKeptTokenKeys(database, settings.secret))
    await this.rules.follow()
    const stopTelling = await this.#exchange.start(() => this.#recallShows())
    await this.#recallShows()
    const stop = await this.#keeper.start()
    return async () => {
      await stop()
      await stopTelling()
      const gone = this.#catalogue.retireAll()
      await this.#leases.close()
      await this.#leases.giveBack(budgetsOf(gone)).catch(() => {})
      await this.counters.close()
      await this.auctions.close()
      await this.ingest.close()
    }
  }

  /** Counts anew what devices were shown today by the events: before this process started, or while it heard of nothing. */
  async #recallShows(): Promise<void> {
    const now_ms = this.#needs.clock.now_ms()
    const day_start_ms = now_ms - (now_ms % DAY_MS)
    const shown = await readShownSince(this.#needs.database, day_start_ms, RECALLED_MAX)
    const { shows } = this.#context
    shows.clear()
    const bytes = Buffer.alloc(8)
    for (const { device, hour_ms, times, ...subject } of shown) {
      bytes.writeBigInt64BE(device)
      shows.add(subject, bytes.toString('latin1'), hour_ms, times)
    }
  }

  /** A placement by its key or id; undefined where this node knows none. */
  placement(key_or_id: string): PlacementSlot | undefined {
    return this.#catalogue.placement(key_or_id)
  }

  /** A bid was lost: asks for leases of its plan again, since some of its money came back, and counts it as never shown. */
  cameBack({ ids, device, decided_at_ms }: TokenContent): void {
    const slot = this.#catalogue.slot(eventIdOf(ids, 'plan_id'))
    if (!slot) return
    for (const budget of slot.budgets()) budget.reopen()
    this.#context.shows.takeBack(slot.plan, device.toString('latin1'), decided_at_ms)
  }

  /** The id of a placement by its key, or by itself; undefined where this node knows none. */
  placementId(placement: string): string | undefined {
    return this.#catalogue.placement(placement)?.terms.placement_id
  }

  async refresh(): Promise<void> {
    await this.rules.read()
    await this.#keeper.refresh()
  }

  /** An advertisement with its token, or the reason for none, which is counted. */
  decide(query: DecisionQuery, beside: ReadonlySet<string> = NONE_BESIDE): Decided | Promise<Decided> {
    const { settings } = this.#needs
    const placement = this.#catalogue.placement(query.placement)
    if (!this.is_ready || !placement)
      return this.#noFill(this.is_ready ? 'placement_unknown' : 'starting', '')
    const { terms } = placement
    const { placement_id } = terms
    const user_agent = userAgentOf(query.headers)
    const now_ms = this.#needs.clock.now_ms()
    const { known_crawler } = this.rules.at(now_ms)
    if (isCrawler(user_agent, known_crawler.lists)) return this.#noFill('crawler', placement_id)
    // A player of films can show nothing else.
    if (query.channel === 'vast' && placement.terms.format !== 'video')
      return this.#noFill('placement_unknown', placement_id)
    const page = query.exchange_id === undefined ? askingPage(query.headers, query.around) : NO_PAGE_ASKS
    const isOverLimit = () => this.#limit.isExceededBy(query.address)
    // To look at a signature is dearer than to decide, so the limit comes before it.
    if (query.signed && isOverLimit()) return this.#noFill('address_limit', placement_id)
    const refusal = this.#askerRefusal(terms, query, { page, now_ms })
    if (refusal !== null) return this.#noFill(refusal, placement_id)
    if (!query.signed && isOverLimit()) return this.#noFill('address_limit', placement_id)
    const request = {
      placement,
      visitor: visitorOf(query, settings),
      visit: visitOf(this.visitors, query, { page, user_agent, now_ms }),
      beside,
      obstacleTo: query.obstacleTo,
      wait_ms: Math.min(this.lease_wait_ms, query.wait_ms_max ?? this.lease_wait_ms),
      now_ms,
    }
    return this.#exchange.isUntold(deviceKeyOf(request))
      ? this.#decideOnceTold(request)
      : this.#decideNow(request)
  }

  /** An exchange may fill its own placements alone, and nobody else them. */
  #askerRefusal(
    terms: Placement,
    { exchange_id, headers, signed, device = '' }: DecisionQuery,
    { page, now_ms }: { page: AskingPage; now_ms: number },
  ): AskerRefusal | null {
    const { is_exchange, publisher_id } = terms
    if (is_exchange || exchange_id !== undefined)
      return is_exchange && exchange_id === publisher_id ? null : 'page_unknown'
    const { key_hash, public_key } = (terms.stands_on === 'app' && this.#keeper.appKey(terms)) || {}
    const address =
      signed && (() => addressRefusal(public_key, { ...signed, placement: terms.key, device }, now_ms))
    return askerRefusal(terms, { headers, page, key_hash, address })
  }

  #decideNow(request: WaitingRequest): Decided | Promise<Decided> {
    this.#tellTime(request)
    const answer = decide(request, this, { leased_only: false })
    return answer instanceof Candidate
      ? this.#decideWithLease(request, answer)
      : this.#answer(answer, request.placement)
  }

  /** What this device was shown a moment ago is on its way to the other nodes, and what they told before on its way here. */
  async #decideOnceTold(request: WaitingRequest): Promise<Decided> {
    const answer = await this.#onceTold(request, () => this.#decideNow(request))
    return answer === 'device_cap' ? this.#answer(answer, request.placement) : answer
  }

  /** Acts at once when all that this node showed the device has been told; `device_cap` if that takes too long. */
  async #onceTold<Answer>(
    request: WaitingRequest,
    act: () => Answer,
  ): Promise<Awaited<Answer> | 'device_cap'> {
    const device = deviceKeyOf(request)
    // Of several that waited, the first to go on shows something, which the next ones wait for again.
    while (this.#exchange.isUntold(device))
      if (!(await this.#exchange.told(device, request.wait_ms))) return 'device_cap'
    return await act()
  }

  #tellTime(request: WaitingRequest): void {
    request.now_ms = this.#needs.clock.now_ms()
    this.#context.now_ms = request.now_ms
    this.#context.caps = this.#keeper.caps
  }

  /**
   * The plan that was drawn has no lease yet and is worth a short wait. If it gets none others are drawn, and after a few
   * only from those that have one.
   */
  async #decideWithLease(request: WaitingRequest, drawn: Candidate): Promise<Decided> {
    const { placement } = request
    const until_ms = performance.now() + request.wait_ms
    let candidate = drawn
    for (let leases = 1; leases <= LEASES_ASKED_MAX; leases += 1) {
      const { budget } = candidate
      this.#leases.request(budget, placement.charge_micros)
      await this.#leases.arrived(budget, Math.max(0, until_ms - performance.now()))
      const leased_only = leases === LEASES_ASKED_MAX || performance.now() >= until_ms
      const waited = candidate
      // Another request of this device may have waited for the same lease, and was shown something.
      const answer = await this.#onceTold(request, () => {
        this.#tellTime(request)
        return showAfterWait(waited, request, this) ?? decide(request, this, { leased_only })
      })
      if (!(answer instanceof Candidate)) return this.#answer(answer, placement)
      candidate = answer
    }
    return this.#answer('budget', placement)
  }

  #answer(answer: Fill | NoFillReason, placement: PlacementSlot): Decided {
    if (typeof answer === 'string') return this.#noFill(answer, placement.terms.placement_id)
    this.counters.decided(placement.terms.placement_id, 'filled')
    return answer
  }

  #noFill(reason: NoFillReason, placement_id: string): Decided {
    this.counters.decided(placement_id, reason)
    return {
      json: `{"fill":false,"sandbox":${this.sandbox},"reason":"${reason}"}`,
      plan_id: null,
      shown: null,
      reason,
    }
  }
}

/** Creates a process's node; it is empty until started or refreshed. */
export function createDelivery(needs: DeliveryNeeds): DeliveryNode {
  return new DeliveryNode(needs)
}
