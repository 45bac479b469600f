import { join } from 'node:path'
import { freePort } from '../../demo/free-port.ts'
import { rowsOf } from '../../demo/office.ts'
import { type Habits, personsHabits } from '../../demo/population/habits.ts'
import { addressIn } from '../../demo/population/identities.ts'
import { type Score, scoreOf } from '../../demo/population/score.ts'
import { Truth } from '../../demo/population/truth.ts'
import { readJudged } from '../../demo/population/verdicts.repository.ts'
import { comeBy, lookAndClick, type Seen, type VisitOptions } from '../../demo/population/visit.ts'
import { type Site, sendPage, startSite } from '../../demo/site-server.ts'
import { eventIdOf, keepHouse, settleBooks, signPostback } from '../../modules/delivery/index.ts'
import { fileFolder } from '../servers/test-folder.ts'
import { type TestProgram, testProgram } from '../servers/test-program.ts'
import { testSettings } from '../servers/test-services.ts'
import { buildMarket, type Market } from './build-market.ts'
import { type HeldOutKind, heldOutKinds } from './held-out-traffic.ts'

const HOUR_MS = 3_600_000
const MINUTE_MS = 60_000
/** Longer than a view takes. */
const VIEW_MS = 1_100
const PLANS = 6
const PLAN_MICROS = 300_000_000n
const SLOTS = 6
const ROUNDS = 10
const AT_ONCE = 8
const PEOPLE = { viewed_permille: 720, watched_on_permille: 830, clicked_permille: 45 }
const CONVERSIONS_PERMILLE = 150
const VISITS_MS_MAX = 240_000

interface Comer {
  habits: Habits
  name: string
  page: { url: string; html: string }
  /** The minute of the hour in which it comes, and how long it looks. */
  minute: number
  looks_ms: number
}

/**
 * A program behind a proxy, a publisher's pages, an advertiser, and visitors over HTTP of whom it is known who they are:
 * people with an address each, and kinds of invalid traffic drawn by a seed.
 */
export class TrafficWorld {
  readonly t: TestProgram
  readonly #market: Market
  readonly #landing: Site
  readonly #source: string
  readonly #slots: readonly string[]
  readonly #domain: string
  readonly #truth: Truth
  /** Claims of earlier hours. */
  #judged = 0

  private constructor(
    t: TestProgram,
    {
      market,
      landing,
      slots,
      domain,
    }: { market: Market; landing: Site; slots: readonly string[]; domain: string },
  ) {
    const { settings, delivery, clock } = t.services
    this.t = t
    this.#market = market
    this.#landing = landing
    this.#slots = slots
    this.#domain = domain
    this.#source = `${settings.public_origin}/delivery/v1/tag.js`
    this.#truth = new Truth(join(fileFolder(), 'truth.ndjson'), (token) => {
      const opened = delivery.codec.open(token, clock.now_ms())
      return typeof opened === 'string' ? null : eventIdOf(opened.ids, 'decision_id')
    })
  }

  static async open(): Promise<TrafficWorld> {
    const port = await freePort(0, 0)
    const public_origin = `http://127.0.0.1:${port}`
    const settings = testSettings({ PORT: String(port), PUBLIC_ORIGIN: public_origin, TRUST_PROXY: '1' })
    const t = await testProgram({ settings })
    await t.server.listen({ host: '127.0.0.1', port })
    const secret = { advertiser_id: '', value: '' }
    const landing = await startLanding(t, secret)
    const landing_url = `${landing.origin}/meadow?click_id={click_id}`
    const market = await buildMarket(t.services, t.modules, { product: { landing_url } })
    Object.assign(secret, { advertiser_id: market.advertiser_id, value: market.postback_secret })
    for (let plan = 0; plan < PLANS; plan += 1) {
      const customer = await market.customerWith('400.00')
      const product_id = plan === 0 ? market.product_id : await market.addProduct({ landing_url })
      await market.place(customer.customer_id, PLAN_MICROS, product_id, 1)
    }
    const slots = [market.placement_key]
    while (slots.length < SLOTS) slots.push((await market.addPlacement()).key)
    const { publishers } = await market.office.run('list-marketplace')
    const domain = String(rowsOf(publishers)[0]?.domain)
    return new TrafficWorld(t, { market, landing, slots, domain })
  }

  /** So many people come within an hour, and held-out kinds of this seed among them; what they left is judged at its end. */
  async live(people: number, seed: string): Promise<Score> {
    const { t } = this
    const { clock, delivery } = t.services
    await t.advance(HOUR_MS - (clock.now_ms() % HOUR_MS) + MINUTE_MS)
    const comers = [...this.#people(people, seed), ...(await this.#heldOut(seed))]
    await delivery.refresh()
    const options: VisitOptions = {
      witness: this.#truth,
      signal: AbortSignal.timeout(VISITS_MS_MAX),
      conversionsPermille: () => CONVERSIONS_PERMILLE,
      has_read: new Set(),
    }
    for (let round = 0; round < ROUNDS; round += 1) {
      await this.#liveRound(
        comers.filter(({ minute }) => minute === round),
        options,
      )
      await settleBooks(t.services)
      await t.advance(MINUTE_MS)
    }
    await t.advance(HOUR_MS)
    await settleBooks(t.services)
    await keepHouse(t.services)
    return await this.#score()
  }

  async close(): Promise<void> {
    await this.#landing.stop()
    await this.t.close()
  }

  async #liveRound(comers: readonly Comer[], options: VisitOptions): Promise<void> {
    for (const comer of comers) if (comer.looks_ms < VIEW_MS) await this.#hurry(comer, options)
    const seen: Seen[] = []
    await together(
      comers.filter(({ looks_ms }) => looks_ms >= VIEW_MS),
      async (comer) => {
        seen.push(...(await comeBy(comer, comer.page, options)))
      },
    )
    await this.t.advance(VIEW_MS)
    await together(seen, (one) => lookAndClick(one, options))
  }

  /** One who is too soon comes alone: while others come, too, the clock goes on, and its view would not be as soon as it is said to be. */
  async #hurry(comer: Comer, options: VisitOptions): Promise<void> {
    const { clock } = this.t.services
    const came_ms = clock.now_ms()
    const seen = await comeBy(comer, comer.page, options)
    const left_ms = Math.floor(comer.looks_ms - (clock.now_ms() - came_ms))
    if (left_ms > 0) await this.t.advance(left_ms)
    for (const one of seen) await lookAndClick(one, options)
  }

  #people(count: number, seed: string): Comer[] {
    const half = this.#slots.length / 2
    const pages = [this.#page(this.#slots.slice(0, half)), this.#page(this.#slots.slice(half))]
    return Array.from({ length: count }, (_, number) => ({
      habits: livelyPerson(number),
      name: `${seed} person ${number}`,
      page: pages[number % pages.length] ?? this.#page([]),
      minute: number % ROUNDS,
      looks_ms: VIEW_MS,
    }))
  }

  async #heldOut(seed: string): Promise<Comer[]> {
    const comers: Comer[] = []
    for (const kind of heldOutKinds(seed, this.#domain)) comers.push(...(await this.#comersOf(kind)))
    return comers
  }

  async #comersOf(kind: HeldOutKind): Promise<Comer[]> {
    const page = kind.is_on_own_page
      ? this.#page([(await this.#market.addPlacement()).key])
      : this.#page(this.#slots.slice(0, this.#slots.length / 2))
    const { visits, rounds = 1, looks_ms = VIEW_MS, habits } = kind
    return Array.from({ length: visits }, (_, number) => habits(`${kind.actor} ${number}`)).flatMap(
      (of_one, number) =>
        Array.from({ length: rounds }, (_, round) => ({
          habits: of_one,
          name: `${kind.actor} ${number} ${round}`,
          page,
          minute: number % ROUNDS,
          looks_ms,
        })),
    )
  }

  #page(keys: readonly string[]): Comer['page'] {
    const html = keys.map((key) => `<script async src="${this.#source}" data-placement="${key}"></script>`)
    return { url: `https://${this.#domain}/today`, html: html.join('\n') }
  }

  async #score(): Promise<Score> {
    const claims = this.#truth.claims().slice(this.#judged)
    this.#judged += claims.length
    const decision_ids = [...new Set(claims.flatMap(({ decision_id }) => decision_id ?? []))]
    return scoreOf(claims, await this.t.system((tx) => readJudged(tx, decision_ids)))
  }
}

/** A person; some let pages keep nothing on their devices, some go from one network to another on the way. */
function livelyPerson(number: number): Habits {
  const habits = personsHabits(number, PEOPLE)
  const { device, ...identity } = habits.identity
  const moved = {
    ...identity,
    sends: number % 7 === 0 ? { address: addressIn('100.70', `cell ${number}`) } : {},
  }
  return { ...habits, identity: number % 5 === 0 || device === undefined ? moved : { ...moved, device } }
}

/** The advertiser's page: whoever sends its form is reported as a conversion, signed. */
async function startLanding(t: TestProgram, secret: { advertiser_id: string; value: string }): Promise<Site> {
  return await startSite(0, async (request, response) => {
    const { searchParams } = new URL(request.url ?? '/', 'http://site')
    const click_id = searchParams.get('click_id') ?? ''
    if (request.method === 'POST') {
      const content = { click_id, goal: 'install', timestamp: t.services.clock.now_ms() }
      const signature = signPostback(secret.value, content)
      await fetch(`${t.services.settings.public_origin}/delivery/v1/conversion`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ advertiser_id: secret.advertiser_id, ...content, signature }),
      })
    }
    sendPage(response, 200, `<form method="post" action="/meadow?click_id=${click_id}"></form>`)
  })
}

/** Does something for each of many, some at once. */
async function together<Item>(items: readonly Item[], act: (item: Item) => Promise<void>): Promise<void> {
  const left = items.values()
  const worker = async () => {
    for (const item of left) await act(item)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, worker))
}
