import { parseWeekHours } from '@adtally/contract/week-hours.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { EligibleProduct, Placement } from '../../marketplace/index.ts'
import type { DeliverablePlan } from '../../plans/index.ts'
import { DeviceShows } from '../caps/device-shows.ts'
import { drawnPlans } from '../testing/drawn-plans.ts'
import { NO_FILM } from '../testing/no-film.ts'
import type { DecisionContext } from './candidate.ts'
import { Catalogue, type CatalogueRows } from './catalogue.ts'
import { TokenCodec } from './token.ts'

const NOW_MS = Date.UTC(2026, 0, 15)
const HOUR_MS = 3_600_000

const product = (index: number, push: EligibleProduct['push']): EligibleProduct => ({
  product_id: `product-${index}`,
  advertiser_id: 'advertiser',
  name: 'A game',
  category: 'game',
  countries: [],
  devices: [],
  operating_systems: [],
  languages: [],
  week_hours: null,
  keywords_any: [],
  keywords_none: [],
  push,
  payout_micros: 1_000_000n,
  conversion_window_ms: BigInt(HOUR_MS),
  landing_url: 'https://game.example/',
  creatives: [
    {
      creative_id: `creative-${index}`,
      kind: 'image',
      headline: 'Play',
      body: 'Now',
      asset_hash: 'ab'.repeat(32),
      width: 300,
      height: 250,
      ...NO_FILM,
    },
  ],
})

const placement = (index: number, push: Placement['push']): Placement => ({
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
  countries: [],
  categories_refused: [],
  push,
  stands_on: 'site',
  hosts: ['gazette.example'],
  bundle_id: null,
  store_url: null,
  blocked_categories: [],
  blocked_domains: [],
  time_zone: 'UTC',
  is_open: true,
})

const PRODUCTS = [product(0, ['official']), product(1, ['official', 'non_official'])]
const PLACEMENTS = [placement(0, 'official'), placement(1, 'non_official')]

function context(): DecisionContext {
  return {
    codec: new TokenCodec(() => Buffer.alloc(32, 7), { sandbox: true }),
    shows: new DeviceShows(),
    public_origin: 'https://adtally.example',
    now_ms: NOW_MS,
    caps: { plan_hour: 4, plan_day: 6, product_day: 18, advertiser_day: 36 },
    tellShow: () => {},
    requestLease: () => {},
  }
}

/** A plan as the database has it; `product` 2 is not open. */
const change = fc.record({
  plan: fc.integer({ min: 0, max: 5 }),
  product: fc.integer({ min: 0, max: 2 }),
  paused: fc.boolean(),
  paused_placements: fc.subarray(['placement-0', 'placement-1']),
  official_only: fc.boolean(),
  ends_in_hours: fc.integer({ min: -1, max: 48 }),
  is_there: fc.boolean(),
  spend_units: fc.bigInt({ min: 0n, max: 100n }),
})

function planOf(change_of_plan: Change): DeliverablePlan {
  const { plan, product: index, paused, paused_placements, official_only, ends_in_hours } = change_of_plan
  return {
    plan_id: `plan-${plan}`,
    customer_id: 'customer',
    product_id: `product-${index}`,
    advertiser_id: 'advertiser',
    status: 'matching',
    paused,
    paused_placements,
    amount_micros: 100_000_000n,
    payout_micros: 1_000_000n,
    platform_fee_percent: 20n,
    official_only,
    conversion_cap: 100n,
    conversion_window_ms: HOUR_MS,
    created_at: new Date(NOW_MS - 24 * HOUR_MS),
    ends_at: new Date(NOW_MS + ends_in_hours * HOUR_MS),
  }
}
type Change = typeof change extends fc.Arbitrary<infer Value> ? Value : never

const OPEN: Change = {
  plan: 0,
  product: 0,
  paused: false,
  paused_placements: [],
  official_only: false,
  ends_in_hours: 24,
  is_there: true,
  spend_units: 0n,
}

const shown = (catalogue: Catalogue) =>
  PLACEMENTS.map(({ key }) =>
    drawnPlans(catalogue.placement(key))
      .map(({ plan, weight }) => `${plan.plan_id} ${weight} ${plan.ends_at.toISOString()}`)
      .toSorted(),
  )

test('plans taken in one by one come to what reading everything comes to, whatever happened to them, of their placements too [proof 480]', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 40 }), async (changes) => {
      const [one_by_one, whole] = [new Catalogue(context()), new Catalogue(context())]
      const plans = new Map<string, DeliverablePlan>()
      const progress = new Map<string, { impressions: bigint; conversions: bigint; spend_micros: bigint }>()
      const rows = (): CatalogueRows => ({
        plans: [...plans.values()],
        products: PRODUCTS,
        placements: PLACEMENTS,
        progress,
      })
      await one_by_one.replace(rows(), NOW_MS)
      await whole.replace(rows(), NOW_MS)
      for (const one of changes) {
        const before = plans.get(`plan-${one.plan}`)
        // A plan's terms are fixed; only whether it runs changes.
        const plan = before
          ? { ...before, paused: one.paused, paused_placements: one.paused_placements }
          : planOf(one)
        if (one.is_there) plans.set(plan.plan_id, plan)
        else plans.delete(plan.plan_id)
        progress.set(plan.plan_id, {
          impressions: 10n,
          conversions: 0n,
          spend_micros: one.spend_units * 1_000_000n,
        })
        const asked = { plan_ids: [plan.plan_id, 'unknown'], plans: one.is_there ? [plan] : [], progress }
        const gone = one_by_one.renew(asked, NOW_MS).map((slot) => slot.plan.plan_id)
        const gone_of_whole = await whole.replace(rows(), NOW_MS)
        expect(gone).toEqual(gone_of_whole.map((slot) => slot.plan.plan_id))
        expect(shown(one_by_one)).toEqual(shown(whole))
      }
      expect(one_by_one.retireAll().length).toBe(whole.retireAll().length)
    }),
    { numRuns: 100 },
  )
})

test('of very many plans one goes, and one comes, and decisions go on while they are taken in [proof 850]', async () => {
  const catalogue = new Catalogue(context())
  const numbers = Array.from({ length: 150_000 }, (_, plan) => plan)
  const plans = numbers.map((plan) => planOf({ ...OPEN, plan }))
  const progress = new Map()
  let is_taken_in = false
  const reading = catalogue
    .replace({ plans, products: PRODUCTS, placements: PLACEMENTS, progress }, NOW_MS)
    .finally(() => {
      is_taken_in = true
    })
  await new Promise(setImmediate)
  expect(is_taken_in).toBe(false)
  expect(drawnPlans(catalogue.placement('key-0')).length).toBeGreaterThan(0)
  await reading
  const added = planOf({ ...OPEN, plan: 150_000 })
  const gone = catalogue.renew({ plan_ids: ['plan-77', added.plan_id], plans: [added], progress }, NOW_MS)
  expect(gone.map(({ plan }) => plan.plan_id)).toEqual(['plan-77'])
  const kept = [...catalogue.slots()].map(({ plan }) => plan.plan_id)
  expect(kept.length).toBe(150_000)
  expect(kept.at(-1)).toBe(added.plan_id)
})

test('what a product targets moves its plans, and what a placement refuses leaves them out [proof 851]', async () => {
  const catalogue = new Catalogue(context())
  const progress = new Map()
  const plans = [planOf(OPEN), planOf({ ...OPEN, plan: 1, product: 1 })]
  const drawn = async (products: readonly EligibleProduct[], placements = PLACEMENTS) => {
    await catalogue.replace({ plans, products, placements, progress }, NOW_MS)
    return drawnPlans(catalogue.placement('key-0'))
      .map(({ plan }) => plan.plan_id)
      .toSorted()
  }
  expect(await drawn(PRODUCTS)).toEqual(['plan-0', 'plan-1'])
  const [first, second] = [product(0, ['official']), product(1, ['official'])]
  expect(await drawn([{ ...first, countries: ['FR'] }, second])).toEqual(['plan-1'])
  expect(
    await drawn([
      { ...first, countries: ['DE'] },
      { ...second, languages: ['fr'] },
    ]),
  ).toEqual(['plan-0'])
  expect(await drawn(PRODUCTS)).toEqual(['plan-0', 'plan-1'])
  const refusing = [{ ...placement(0, 'official'), categories_refused: ['game'] }]
  expect(await drawn(PRODUCTS, refusing)).toEqual([])
  expect(await drawn(PRODUCTS)).toEqual(['plan-0', 'plan-1'])
})

test('a product’s hours are those of the placement’s clocks, and begin and end by themselves [proof 954]', async () => {
  const asking = context()
  const catalogue = new Catalogue(asking)
  const week_hours = parseWeekHours('thu 9-10')
  const placements = [
    placement(0, 'official'),
    { ...placement(1, 'official'), time_zone: 'Asia/Tokyo' },
    { ...placement(2, 'official'), time_zone: 'Asia/Kathmandu' },
  ]
  await catalogue.replace(
    {
      plans: [planOf(OPEN)],
      products: [{ ...product(0, ['official']), week_hours }],
      placements,
      progress: new Map(),
    },
    NOW_MS,
  )
  const shownAt = (at_ms: number) => {
    asking.now_ms = at_ms
    return placements
      .filter(({ key }) => drawnPlans(catalogue.placement(key)).length > 0)
      .map(({ key }) => key)
  }
  // NOW_MS is Thursday, 0:00 in UTC: 9:00 in Tokyo, 5:45 in Kathmandu.
  expect(shownAt(NOW_MS - 1)).toEqual([])
  expect(shownAt(NOW_MS)).toEqual(['key-1'])
  expect(shownAt(NOW_MS + HOUR_MS - 1)).toEqual(['key-1'])
  expect(shownAt(NOW_MS + HOUR_MS)).toEqual([])
  expect(shownAt(NOW_MS + 3.25 * HOUR_MS - 1)).toEqual([])
  expect(shownAt(NOW_MS + 3.25 * HOUR_MS)).toEqual(['key-2'])
  expect(shownAt(NOW_MS + 9.5 * HOUR_MS)).toEqual(['key-0'])
  expect(shownAt(NOW_MS + 10 * HOUR_MS)).toEqual([])
})
