import { TARGETING_STEPS } from '@adtally/contract/operator/market/delivery.ts'
import { parseWeekHours } from '@adtally/contract/week-hours.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { EligibleProduct, Placement } from '../../marketplace/index.ts'
import type { DeliverablePlan } from '../../plans/index.ts'
import { CHARGED_ON } from '../budget/plan-budget.ts'
import { DeviceShows } from '../caps/device-shows.ts'
import { Candidate, type DecisionContext } from '../decisions/candidate.ts'
import { CandidatePool } from '../decisions/candidate-pool.ts'
import { Catalogue } from '../decisions/catalogue.ts'
import type { PlacementSlot } from '../decisions/placement-slot.ts'
import { TokenCodec } from '../decisions/token.ts'
import type { Visit, Visitor } from '../decisions/visitor.ts'
import { NO_FILM } from '../testing/no-film.ts'
import { explainPlans } from './explain-decision.ts'

/** A Thursday. */
const NOW_MS = Date.UTC(2026, 0, 15)
const HOUR_MS = 3_600_000
const HOURS = ['thu 8-20', 'mon-fri 0-6', 'wed 20-24', 'sat-sun 0-24']

const some = <Value>(...values: Value[]) => fc.subarray(values, { maxLength: 2 })

const targeting = fc.record({
  countries: some('DE', 'FR'),
  devices: some('phone', 'tv'),
  operating_systems: some('ios', 'android'),
  languages: some('de', 'fr'),
  week_hours: fc.option(fc.constantFrom(...HOURS).map(parseWeekHours), { nil: null }),
  keywords_any: some('chess', 'board games'),
  keywords_none: some('war', 'chess'),
})
/** So that most plans are still there when they are asked about the visitor. */
const seldom = fc.integer({ min: 0, max: 7 }).map((number) => number === 0)
const offer = fc.record({
  targeting,
  push: fc.constantFrom<EligibleProduct['push']>(
    ['official'],
    ['non_official'],
    ['official', 'non_official'],
  ),
  category: fc.constantFrom('game', 'tools'),
  kind: seldom.map((is_native) => (is_native ? 'native' : 'image')),
  official_only: seldom,
  paused: seldom,
  is_open: seldom.map((is_closed) => !is_closed),
  paused_here: seldom,
  ends_in_hours: fc.constantFrom(0, 3, 200, 200, 200),
  is_capped: seldom,
  is_refused: seldom,
})
const slot = fc.record({
  countries: some('DE', 'FR'),
  categories_refused: some('game', 'tools'),
  push: fc.constantFrom<Placement['push']>('official', 'non_official'),
  time_zone: fc.constantFrom('UTC', 'Asia/Tokyo', 'America/New_York', 'Asia/Kolkata'),
  is_open: seldom.map((is_closed) => !is_closed),
})
const visitor: fc.Arbitrary<Visitor> = fc.record({
  country: fc.constantFrom('DE', 'FR', null),
  device: fc.constantFrom<Visitor['device']>('phone', 'tv'),
  operating_system: fc.constantFrom<Visitor['operating_system']>('ios', 'android'),
  language: fc.constantFrom('de', 'fr', null),
  keywords: some('board games', 'chess', 'unheard of', 'war'),
})

const visit = fc.tuple(visitor, fc.integer({ min: 0, max: 167 })).map(([who, hours]) => ({ ...who, hours }))
/** A visit that differs in one thing alone, so that an index that tells them apart by all but that is found out. */
const one_other = fc.oneof(
  visit.map(({ country }) => ({ country })),
  visit.map(({ device }) => ({ device })),
  visit.map(({ operating_system }) => ({ operating_system })),
  visit.map(({ language }) => ({ language })),
  visit.map(({ keywords }) => ({ keywords })),
  visit.map(({ hours }) => ({ hours })),
)

type Offer = typeof offer extends fc.Arbitrary<infer Value> ? Value : never
type Slot = typeof slot extends fc.Arbitrary<infer Value> ? Value : never

function productOf({ targeting, push, category, kind }: Offer, index: number): EligibleProduct {
  return {
    product_id: `product-${index}`,
    advertiser_id: 'advertiser',
    name: 'A game',
    category,
    ...targeting,
    push,
    payout_micros: 1_000_000n,
    conversion_window_ms: BigInt(HOUR_MS),
    landing_url: 'https://game.example/',
    creatives: [
      {
        creative_id: `creative-${index}`,
        kind,
        headline: 'Play',
        body: 'Now',
        asset_hash: 'ab'.repeat(32),
        width: 300,
        height: 250,
        ...NO_FILM,
      },
    ],
  }
}

function planOf(offer: Offer, index: number): DeliverablePlan {
  return {
    plan_id: `plan-${index}`,
    customer_id: 'customer',
    product_id: `product-${index}`,
    advertiser_id: 'advertiser',
    status: 'matching',
    paused: offer.paused,
    paused_placements: offer.paused_here ? ['placement-0'] : [],
    amount_micros: 100_000_000n,
    payout_micros: 1_000_000n,
    platform_fee_percent: 20n,
    official_only: offer.official_only,
    conversion_cap: 100n,
    conversion_window_ms: HOUR_MS,
    created_at: new Date(NOW_MS - HOUR_MS),
    ends_at: new Date(NOW_MS + offer.ends_in_hours * HOUR_MS),
  }
}

const placementOf = (terms: Slot, index: number): Placement => ({
  placement_id: `placement-${index}`,
  publisher_id: 'publisher',
  publisher_name: 'Gazette',
  publisher_domain: 'gazette.example',
  is_exchange: false,
  name: 'Side',
  key: `key-${index}`,
  format: 'image',
  width: 300,
  height: 250,
  price_model: 'CPM',
  price_micros: 1_000_000n,
  stands_on: 'site',
  hosts: ['gazette.example'],
  bundle_id: null,
  store_url: null,
  blocked_categories: [],
  blocked_domains: [],
  ...terms,
})

const CAP = 3
const NO_CAP = 1_000_000
const CAPS = { plan_hour: NO_CAP, plan_day: CAP, product_day: NO_CAP, advertiser_day: NO_CAP }

/** A node in which some plans are capped for the device, and some were refused a lease. */
async function nodeWith(offers: readonly Offer[], slots: readonly Slot[]) {
  const context: DecisionContext = {
    codec: new TokenCodec(() => Buffer.alloc(32, 7), { sandbox: true }),
    shows: new DeviceShows(),
    public_origin: 'https://adtally.example',
    now_ms: NOW_MS,
    caps: CAPS,
    tellShow: () => {},
    requestLease: () => {},
  }
  const rows = {
    plans: offers.map(planOf),
    products: offers.map(productOf).filter((_, index) => offers[index]?.is_open),
    placements: slots.map(placementOf),
    progress: new Map(),
  }
  const catalogue = new Catalogue(context)
  await catalogue.replace(rows, NOW_MS)
  for (const [index, { is_capped, is_refused }] of offers.entries()) {
    const refused = catalogue.slot(`plan-${index}`)
    if (refused && is_capped) context.shows.add(refused.plan, 'device', NOW_MS, CAP)
    if (refused && is_refused) {
      for (const kind of CHARGED_ON) refused.budget(kind).refuse(0n, Number.POSITIVE_INFINITY, null)
    }
  }
  return { context, catalogue, rows }
}

/** Every plan that is drawn for a visitor's device: each is capped once it was, until none is left. */
function drawnByIndex(placement: PlacementSlot, context: DecisionContext, asked: Visitor): string[] {
  const drawn: string[] = []
  for (;;) {
    const answer = placement.draw(asked, 'device', { leased_only: false })
    if (!(answer instanceof Candidate)) break
    drawn.push(answer.slot.plan.plan_id)
    context.shows.add(answer.slot.plan, 'device', context.now_ms, CAP)
  }
  context.shows = new DeviceShows()
  return drawn.toSorted()
}

const agreement = fc.asyncProperty(
  fc.array(offer, { minLength: 1, maxLength: 12 }),
  fc.array(slot, { minLength: 1, maxLength: 3 }),
  visit,
  fc.array(one_other, { minLength: 1, maxLength: 8 }),
  async (offers, slots, first, others) => {
    const { context, catalogue, rows } = await nodeWith(offers, slots)
    const asked = [first, ...others.map((other) => ({ ...first, ...other }))]
    for (const { key } of rows.placements) {
      const placement = catalogue.placement(key)
      if (!placement) throw new Error(`${key} is not there`)
      for (const { hours, ...who } of asked) {
        const at_ms = NOW_MS + hours * HOUR_MS
        context.now_ms = at_ms
        const explained = explainPlans(rows, catalogue, placement, {
          visitor: who,
          device: 'device',
          at_ms: NOW_MS,
        })
        const standing = explained.flatMap(({ fell_at, plan_id }) => (fell_at === null ? plan_id : []))
        expect(drawnByIndex(placement, context, who)).toEqual(standing.toSorted())
        expect(
          explained.every(({ fell_at, share_percent }) => (fell_at === null) === share_percent > 0),
        ).toBe(true)
      }
    }
  },
)

const RUNS = { numRuns: 600 }

test('a plan falls nowhere exactly if the index can draw it, whatever is targeted and whoever asks, at whatever hour [proof 950]', async () => {
  await fc.assert(agreement, RUNS)
})

test.each<[string, Partial<Visit>]>([
  ['countries', { country: 'DE' }],
  ['devices', { device: 'phone' }],
  ['hours', { week_hour: 0 }],
  ['topics', { keywords: [] }],
])('negative control: an index that leaves out %s is found out [proof 1135]', async (_what, same) => {
  const { matching } = CandidatePool.prototype
  CandidatePool.prototype.matching = function (visit) {
    return matching.call(this, { ...visit, ...same })
  }
  try {
    expect((await fc.check(agreement, RUNS)).failed).toBe(true)
  } finally {
    CandidatePool.prototype.matching = matching
  }
})

const OPEN: Offer = {
  targeting: {
    countries: [],
    devices: [],
    operating_systems: [],
    languages: [],
    week_hours: null,
    keywords_any: [],
    keywords_none: [],
  },
  push: ['official'],
  category: 'game',
  kind: 'image',
  official_only: false,
  paused: false,
  is_open: true,
  paused_here: false,
  ends_in_hours: 200,
  is_capped: false,
  is_refused: false,
}
const SLOT: Slot = {
  countries: [],
  categories_refused: [],
  push: 'official',
  time_zone: 'UTC',
  is_open: true,
}
const WHO: Visitor = {
  country: 'DE',
  device: 'phone',
  operating_system: 'ios',
  language: 'de',
  keywords: ['chess'],
}

const stepOf = async (terms: Partial<Offer>, of_slot: Partial<Slot> = {}) => {
  const { catalogue, rows } = await nodeWith([{ ...OPEN, ...terms }], [{ ...SLOT, ...of_slot }])
  const placement = catalogue.placement('key-0')
  if (!placement) throw new Error('there is no placement')
  return explainPlans(rows, catalogue, placement, { visitor: WHO, device: 'device', at_ms: NOW_MS })[0]
    ?.fell_at
}
const targetingWith = (rules: Partial<Offer['targeting']>) => ({ targeting: { ...OPEN.targeting, ...rules } })

test('each condition is named by its step, and the first one counts [proof 951]', async () => {
  expect(await stepOf({})).toBe(null)
  expect(await stepOf({ is_open: false })).toBe('product_closed')
  expect(await stepOf({ paused: true })).toBe('plan_paused')
  expect(await stepOf({ ends_in_hours: 0 })).toBe('plan_ended')
  expect(await stepOf({}, { is_open: false })).toBe('placement_closed')
  expect(await stepOf({}, { countries: ['FR'] })).toBe('placement_country')
  expect(await stepOf({ official_only: true }, { push: 'non_official' })).toBe('promotional_money')
  expect(await stepOf({}, { push: 'non_official' })).toBe('push')
  expect(await stepOf({ kind: 'native' })).toBe('format')
  expect(await stepOf({}, { categories_refused: ['game'] })).toBe('category')
  expect(await stepOf({ paused_here: true })).toBe('placement_paused')
  expect(await stepOf({ is_capped: true })).toBe('device_cap')
  expect(await stepOf({ is_refused: true })).toBe('budget')
  const missed: Record<(typeof TARGETING_STEPS)[number], Partial<Offer['targeting']>> = {
    country: { countries: ['FR'] },
    device: { devices: ['tv'] },
    operating_system: { operating_systems: ['android'] },
    language: { languages: ['fr'] },
    hour: { week_hours: parseWeekHours('thu 1-24') },
    keyword: { keywords_none: ['chess'] },
  }
  for (const step of TARGETING_STEPS) expect(await stepOf(targetingWith(missed[step]))).toBe(step)
  expect(await stepOf({ ...targetingWith({ countries: ['FR'], languages: ['fr'] }), is_capped: true })).toBe(
    'country',
  )
})
