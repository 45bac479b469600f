import { planDays } from '@adtally/contract/plans/plan-days.ts'
import { planChart, planDetail, planInvalid } from '@adtally/contract/plans/plans.ts'
import { afterAll, expect, test } from 'vitest'
import { testProgram } from '../../testing/servers/test-program.ts'
import { FILM_MS } from '../../testing/worlds/a-film.ts'
import { buildMarket } from '../../testing/worlds/build-market.ts'
import { registerNode } from './events/event.repository.ts'
import { keepHouse, settleBooks, verifyStatistics } from './index.ts'
import { readRules } from './rules/rules.repository.ts'
import { rulesAt } from './rules/traffic-rules.ts'
import { eventRow } from './testing/event-row.ts'
import { addFilmProduct } from './testing/film-market.ts'
import { grantLease } from './testing/grant-lease.ts'

const PHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Mobile/15E148 Safari/604.1'
const QUARTERS = ['video_25', 'video_50', 'video_75', 'video_100'] as const

const t = await testProgram()
afterAll(() => t.close())
const market = await buildMarket(t.services, t.modules)
let categories = 0
let devices = 0

/** A plan of its own product, on one film placement and one for pictures. */
async function filmPlan() {
  categories += 1
  const category = `games_film${'x'.repeat(categories)}`
  const product_id = await addFilmProduct(market, category)
  const others = Array.from({ length: categories - 1 }, (_, index) => `games_film${'x'.repeat(index + 1)}`)
  const flags = { categories_refused: ['games_puzzle', ...others].join(',') }
  const film = await market.addPlacement({ ...flags, format: 'video' })
  const picture = await market.addPlacement(flags)
  const customer = await market.customerWith('100.00')
  const plan_id = await market.place(customer.customer_id, 50_000_000n, product_id)
  await t.services.delivery.refresh()
  return { customer, plan_id, film, picture }
}

/** The token of an advertisement for a new device, asked for until the plan's budget has been leased. */
async function tokenFor(placement: string): Promise<string> {
  devices += 1
  const url = `/delivery/v1/decision?placement=${placement}&device=device-of-the-films-${devices}`
  let token = ''
  const ask = async () => {
    token =
      (await t.server.inject({ url, headers: { origin: market.origin, 'user-agent': PHONE } })).json()
        .token ?? ''
    return token
  }
  await expect.poll(ask).not.toBe('')
  return token
}

async function report(token: string, kind: string, user_agent = PHONE): Promise<unknown> {
  const headers = { origin: market.origin, 'user-agent': user_agent }
  const payload = { token, kind }
  return (await t.server.inject({ method: 'POST', url: '/delivery/v1/event', headers, payload })).json()
}

/** Shows a new device an advertisement and reports what became of it. */
async function show(placement: string, kinds: readonly string[], user_agent = PHONE): Promise<void> {
  const token = await tokenFor(placement)
  for (const [index, kind] of kinds.entries()) {
    // Sooner nobody can have seen it, to whatever part.
    if (kind !== 'impression' && index < 2) await t.advance(FILM_MS)
    expect(await report(token, kind, user_agent), kind).toEqual({ accepted: 1 })
  }
}

const expectVerified = () => t.system(async (tx) => expect(await verifyStatistics(tx)).toEqual([]))

test('quarters of a film are in the plan’s figures, by placement, day and chart, as often as they were reported [proof 901]', async () => {
  const { customer, plan_id, film, picture } = await filmPlan()
  for (const played of [4, 4, 3, 1, 0]) {
    const seen = played > 0 ? ['viewable'] : []
    const left =
      played === 1 ? ['video_mute', 'video_pause', 'video_resume', 'video_unmute', 'video_skip'] : []
    await show(film.key, ['impression', ...seen, 'video_start', ...QUARTERS.slice(0, played), ...left])
  }
  await show(film.key, ['video_error'])
  await show(picture.key, ['impression', 'viewable'])
  // A crawler's film counts nowhere.
  await show(film.key, ['impression', 'video_25'], 'curl/8.5.0')
  await settleBooks(t.services)
  await t.advance(26 * 3_600_000)
  await t.services.delivery.refresh()
  await show(picture.key, ['impression'])
  await settleBooks(t.services)
  const shown = { impressions: 5, video_25: 4, video_50: 3, video_75: 3, video_100: 2 }
  const of_film = { ...shown, skipped: 1, failed: 1, completion_percent: '40.0' }
  const { token } = customer
  const { data: page } = await t.call(planDetail, { plan_id }, { token })
  expect(page.figures).toMatchObject({
    impressions: 7,
    viewable: 5,
    viewability_percent: '71.4',
    film: of_film,
    invalid_events: 2,
  })
  const by_placement = new Map(page.placements.map((one) => [one.placement_id, one]))
  expect(by_placement.get(film.placement_id)).toMatchObject({
    impressions: 5,
    viewability_percent: '80.0',
    film: of_film,
  })
  expect(by_placement.get(picture.placement_id)).toMatchObject({
    viewable: 1,
    viewability_percent: '50.0',
    film: null,
  })
  const { data: days } = await t.call(planDays, { plan_id, user_time_zone: 'UTC' }, { token })
  expect(days.total).toMatchObject({ viewable: 5, viewability_percent: '71.4', film: of_film })
  expect(days.days.map((day) => [day.viewable, day.film])).toEqual([
    [0, null],
    [5, of_film],
  ])
  const { data: chart } = await t.call(planChart, { plan_id }, { token })
  const total = (read: (point: (typeof chart.points)[number]) => number) =>
    chart.points.reduce((sum, point) => sum + read(point), 0)
  expect([total((point) => point.impressions), total((point) => point.viewable)]).toEqual([7, 5])
  for (const part of ['impressions', ...QUARTERS] as const)
    expect(
      total((point) => point.film?.[part] ?? 0),
      part,
    ).toBe(shown[part])
  await expectVerified()
})

test('a quarter of what was never shown is taken back [proof 902]', async () => {
  const { customer, plan_id, film } = await filmPlan()
  await show(film.key, ['impression', 'video_25', 'video_50'])
  await show(film.key, ['video_25', 'video_50', 'video_75', 'video_100', 'video_skip'])
  // What can't be played is never shown, and is an error all the same.
  await show(film.key, ['video_error'])
  await settleBooks(t.services)
  const figures = async () =>
    (await t.call(planDetail, { plan_id }, { token: customer.token })).data.figures.film
  expect(await figures()).toMatchObject({ impressions: 1, video_25: 2, video_50: 2, video_100: 1 })
  await t.advance(300_000)
  await keepHouse(t.services)
  expect(await figures()).toEqual({
    impressions: 1,
    video_25: 1,
    video_50: 1,
    video_75: 0,
    video_100: 0,
    skipped: 0,
    failed: 1,
    completion_percent: '0.0',
  })
  await expectVerified()
  const { data: invalid } = await t.call(planInvalid, { plan_id }, { token: customer.token })
  expect(invalid.items).toHaveLength(5)
  expect(invalid.items[0]).toMatchObject({
    rule: 'impossible_sequence',
    rule_version: 1,
    rule_text: expect.stringMatching(
      /^A viewable, click or report of a film, but of an error, without an impression/,
    ),
    rule_figures: { tolerance_ms: 2000 },
  })
})

test('a film’s impression found invalid is taken from the films shown, too', async () => {
  const { customer, plan_id, film } = await filmPlan()
  await t.advance(60_000)
  const wish = {
    node_id: await registerNode(t.services.database),
    slice_micros: 1_000_000n,
    least_micros: 1n,
  }
  const lease = await t.system((tx) => grantLease(tx, plan_id, wish))
  const minute_ms = Math.floor(t.services.clock.now_ms() / 60_000) * 60_000
  const { device_velocity } = rulesAt(await t.system(readRules), t.services.clock.now())
  const { impressions_per_minute } = device_velocity.parameters
  const price = { charge_micros: 2_000n, fee_micros: 400n }
  const terms = { placement_id: film.placement_id, publisher_id: market.publisher_id, ...price }
  for (let time = 0; time < impressions_per_minute + 3; time += 1) {
    // On a day of its own each, so that none is over the cap.
    const decided_ms = minute_ms - (time + 1) * 86_400_000
    const row = eventRow(plan_id, lease?.lease_id ?? '', minute_ms + time, {
      ...terms,
      device: 98n,
      decided_ms,
    })
    await t.services.delivery.ingest.add(row, PHONE)
  }
  await settleBooks(t.services)
  const shownFilms = async () => {
    const { data } = await t.call(planDetail, { plan_id }, { token: customer.token })
    return [data.figures.impressions, data.figures.film?.impressions]
  }
  expect(await shownFilms()).toEqual([impressions_per_minute + 3, impressions_per_minute + 3])
  await t.advance(300_000)
  await keepHouse(t.services)
  expect(await shownFilms()).toEqual([0, undefined])
  await expectVerified()
})

test('control: a quarter that a roll-up counts once more is found', async () => {
  const { plan_id, film } = await filmPlan()
  await show(film.key, ['impression', 'video_25'])
  await settleBooks(t.services)
  await expectVerified()
  const add = (count: number) =>
    t.db.asOwner('update statistics.plan_placements set video_25 = video_25 + $2 where plan_id = $1', [
      plan_id,
      count,
    ])
  await add(1)
  await t.system(async (tx) =>
    expect(await verifyStatistics(tx)).toMatchObject([
      { rollup: 'plan_placements', key: expect.stringContaining(plan_id) },
    ]),
  )
  await add(-1)
  await expectVerified()
})

test('a quarter is not taken of what was no film [proof 903]', async () => {
  const { picture } = await filmPlan()
  expect(await report(await tokenFor(picture.key), 'video_25')).toMatchObject({
    refused: [{ reason: 'kind_not_accepted' }],
  })
})
