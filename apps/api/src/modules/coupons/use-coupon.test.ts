import { assistanceFollow } from '@adtally/contract/plans/follow.ts'
import { afterAll, describe, expect, test } from 'vitest'
import { newId } from '../../database/identifiers.ts'
import { anyCause } from '../../testing/any-cause.ts'
import { takeAtTheirWord } from '../../testing/invented-causes.ts'
import { reasonOf } from '../../testing/reason-of.ts'
import { deliveryIs } from '../../testing/servers/plan-answers.ts'
import { testProgram } from '../../testing/servers/test-program.ts'
import { statementsOfBatches } from '../../testing/worlds/batched-acts.ts'
import { buildProduct } from '../../testing/worlds/build-marketplace.ts'
import { CouponWorld, UNIT } from '../../testing/worlds/coupon-world.ts'
import { NOT_ALLOWED, postAlone } from '../../testing/worlds/post-alone.ts'
import { billSpend } from '../../testing/worlds/unrecorded-delivery.ts'
import { createLedgerWriter, flowLines, PLATFORM_ID } from '../ledger/index.ts'
import { type PlacingOriginKind, recordFirstDelivery } from '../plans/index.ts'
import { COUPON_ORIGIN } from './use-coupon.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const TWENTY = Array.from({ length: 20 })

const t = await testProgram()
afterAll(() => t.close())
const world = await CouponWorld.make(t)

const count = (reasons: readonly string[], reason: string) => reasons.filter((each) => each === reason).length
const parts = async (customer_id: string, subject_id: string) => ({
  cash: await world.balance({ code: 'plan_cash', owner_id: customer_id, subject_id }),
  coupon: await world.balance({ code: 'plan_discount', owner_id: customer_id, subject_id }),
})

describe('PRODUCT §8: what each kind of coupon does to a plan', () => {
  test.each([
    ['value-added adds to the plan', { kind: 'value_added', percent: '10', worth_max: '50.00' }, 100n, 10n],
    ['discount pays a percentage of it', { kind: 'discount', percent: '10', worth_max: '50.00' }, 90n, 10n],
    [
      'fixed amount pays its amount',
      { kind: 'fixed_amount', fixed_amount: '15.00', amount_min: '50.00' },
      85n,
      15n,
    ],
  ])('%s, from promo over discount', async (_rule, terms, cash, coupon) => {
    const ada = await world.customer()
    const coupon_id = await world.give(ada, terms)
    const promo = await world.promo()
    const { plan_id } = await world.place(ada, coupon_id, { cash, coupon })
    expect(await parts(ada.customer_id, plan_id)).toEqual({ cash: cash * UNIT, coupon: coupon * UNIT })
    expect(await world.available(ada)).toBe((1_000n - cash) * UNIT)
    expect(await world.promo()).toBe(promo - coupon * UNIT)
    expect(await world.coupon(coupon_id)).toEqual({ state: 'used', plan_id, worth_micros: coupon * UNIT })
    // The statement adds up: the placing's line shows each kind of money, and nothing stays in discount.
    const lines = await world.system((tx) => flowLines(tx, ada.customer_id, { limit: 5 }))
    expect(lines.items[0]).toMatchObject({
      type: 'ad_serving',
      available_micros: -cash * UNIT,
      discount_micros: 0n,
      pending_spend_micros: (cash + coupon) * UNIT,
    })
    expect(await world.differences()).toEqual([])
  })

  test('custom is for the account that it names, and nobody else’s', async () => {
    const [ada, ben] = [await world.customer(), await world.customer()]
    const terms = { kind: 'custom', effect: 'addition', percent: '10', worth_max: '8.00', issue_max: '1' }
    const coupon_id = await world.give(ada, { ...terms, customer: ada.username })
    const paid = { cash: 50n, coupon: 5n }
    expect(await reasonOf(world.place(ben, coupon_id, paid))).toBe('coupon_not_found')
    expect(await reasonOf(world.place(ada, newId(), paid))).toBe('coupon_not_found')
    expect(await reasonOf(world.place(ada, coupon_id, paid))).toBe('ok')
  })

  test('team shares a cap that no race passes: leader and followers at the same moment', async () => {
    const leader = await world.customer()
    const followers = await Promise.all(Array.from({ length: 5 }, () => world.customer()))
    const [row] = await t.db.asOwner<{ operated_id: string }>(
      'select operated_id from identity.customers where customer_id = $1',
      [leader.customer_id],
    )
    for (const { token } of followers) {
      const request = { request_id: newId(), operated_id: row?.operated_id ?? '', fee_percent: 0 }
      await t.call(assistanceFollow, request, { token })
    }
    const terms = { kind: 'team', percent: '10', worth_max: '20.00', team_cap: '25.00', name: 'Crew' }
    await world.give(leader, terms)
    await t.drain()
    const coupons = await t.db.asOwner<{ coupon_id: string; customer_id: string }>(
      "select coupon_id, customer_id from coupons.coupons where name_key = 'crew'",
    )
    expect(coupons).toHaveLength(6)
    const members = new Map([leader, ...followers].map((member) => [member.customer_id, member]))
    const tries = coupons.map(({ coupon_id, customer_id }) =>
      reasonOf(world.place(members.get(customer_id) ?? leader, coupon_id, { cash: 90n, coupon: 10n })),
    )
    // Two take 10 of 25; 5 are left, which differs from what the others were shown.
    const reasons = await Promise.all(tries)
    expect([count(reasons, 'ok'), count(reasons, 'coupon_worth_changed')]).toEqual([2, 4])
    const [open] = await t.db.asOwner<{ coupon_id: string; customer_id: string }>(
      "select coupon_id, customer_id from coupons.coupons where name_key = 'crew' and state = 'issued'",
    )
    const member = members.get(open?.customer_id ?? '') ?? leader
    await world.place(member, open?.coupon_id ?? '', { cash: 95n, coupon: 5n })
    const [sum] = await t.db.asOwner<{ used: bigint }>(
      "select sum(worth_micros)::bigint as used from coupons.coupons where name_key = 'crew' and state = 'used'",
    )
    expect(sum?.used).toBe(25n * UNIT)
    const [last] = await t.db.asOwner<{ coupon_id: string; customer_id: string }>(
      "select coupon_id, customer_id from coupons.coupons where name_key = 'crew' and state = 'issued'",
    )
    const late = world.place(members.get(last?.customer_id ?? '') ?? leader, last?.coupon_id ?? '', {
      cash: 90n,
      coupon: 10n,
    })
    expect(await reasonOf(late)).toBe('coupon_team_cap_reached')
  })
})

describe('a coupon is used once, on however many devices', () => {
  const race = async (kind: PlacingOriginKind) => {
    const ada = await world.customer()
    const coupon_id = await world.newcomer(ada)
    const answers = await Promise.allSettled(
      TWENTY.map(() => reasonOf(world.place(ada, coupon_id, { cash: 9n, coupon: 1n }, { kind }))),
    )
    return answers.map((answer) => (answer.status === 'fulfilled' ? answer.value : 'failed'))
  }

  test('twenty requests at once: one wins, the others hear that it is used [proof 31]', async () => {
    const reasons = await race(COUPON_ORIGIN)
    expect([count(reasons, 'ok'), count(reasons, 'coupon_used')]).toEqual([1, 19])
  })

  test('nor do several processes use it twice, each with a ledger writer of its own', async () => {
    const ada = await world.customer()
    const coupon_id = await world.newcomer(ada)
    const writers = TWENTY.slice(0, 4).map(() => createLedgerWriter(t.services.database))
    const reasons = await Promise.all(
      TWENTY.map((_, index) => {
        const services = { ...t.services, ledger: writers[index % writers.length] ?? t.services.ledger }
        return reasonOf(world.place(ada, coupon_id, { cash: 9n, coupon: 1n }, { services }))
      }),
    )
    for (const writer of writers) await writer.close()
    expect([count(reasons, 'ok'), count(reasons, 'coupon_used')]).toEqual([1, 19])
  })

  test('negative control: without the look under the lock the database still lets one win, and fails the rest', async () => {
    const blind: PlacingOriginKind = {
      ...COUPON_ORIGIN,
      async look(...asked) {
        const held = await COUPON_ORIGIN.look(...asked)
        return { take: () => null, record: (...placed) => held.record(...placed) }
      },
    }
    const reasons = await race(blind)
    expect([count(reasons, 'ok'), count(reasons, 'failed')]).toEqual([1, 19])
  })

  describe('where placing forgets to note it', () => {
    const kind: PlacingOriginKind = {
      ...COUPON_ORIGIN,
      async look(...asked) {
        const held = await COUPON_ORIGIN.look(...asked)
        return { take: (...one) => held.take(...one), record: async () => {} }
      },
    }

    test('the books refuse the coupon’s money, for nothing says that it was used', async () => {
      const ada = await world.customer()
      const coupon_id = await world.newcomer(ada)
      const placing = world.place(ada, coupon_id, { cash: 9n, coupon: 1n }, { kind })
      await expect(placing).rejects.toMatchObject({ code: NOT_ALLOWED })
    })

    test('nor more of it, or to somebody else, once it was used', async () => {
      const [ada, ben] = [await world.customer(), await world.customer()]
      const coupon_id = await world.newcomer(ada)
      await world.place(ada, coupon_id, { cash: 9n, coupon: 1n })
      const more = ({ customer_id: owner_id }: typeof ada) =>
        postAlone(t.services, [
          {
            posting: 'coupon_used',
            debit: { code: 'promo', owner_id: PLATFORM_ID },
            credit: { code: 'customer_discount', owner_id },
            amount_micros: 1n,
            cause: { kind: 'coupon', id: coupon_id },
          },
        ])
      expect([await more(ada), await more(ben)]).toEqual([NOT_ALLOWED, NOT_ALLOWED])
    })

    test('negative control: where they do not ask, it is used again and the count finds it', async () => {
      const undoing = await anyCause(t.db.asOwner, ['coupon'])
      const ada = await world.customer()
      const coupon_id = await world.newcomer(ada)
      const reasons: string[] = []
      for (const _ of TWENTY.slice(0, 3)) {
        reasons.push(await reasonOf(world.place(ada, coupon_id, { cash: 9n, coupon: 1n }, { kind })))
      }
      for (const statement of undoing) await t.db.asOwner(statement)
      expect(count(reasons, 'ok')).toBe(3)
      expect(await world.differences()).toEqual([
        { fault: 'cause', count: 1, subjects: [`coupon ${coupon_id}`] },
      ])
      await world.system((tx) => takeAtTheirWord(tx, [coupon_id]))
      expect(await world.differences()).toEqual([])
    })
  })

  test('twenty plans that are placed with coupons together cost as many statements as one', async () => {
    const { alone, together } = await statementsOfBatches(t.services, async () => {
      const ada = await world.customer()
      const coupon_id = await world.newcomer(ada)
      return (services) => world.place(ada, coupon_id, { cash: 9n, coupon: 1n }, { services })
    })
    expect(together).toHaveLength(alone.length)
  })

  test('the same request again answers the same plan; with another coupon it is another request', async () => {
    const ada = await world.customer()
    const coupon_id = await world.newcomer(ada)
    const request = { request_id: newId() }
    const first = await world.place(ada, coupon_id, { cash: 90n, coupon: 10n }, request)
    expect(await world.place(ada, coupon_id, { cash: 90n, coupon: 10n }, request)).toEqual(first)
    const other = world.place(ada, newId(), { cash: 90n, coupon: 10n }, request)
    expect(await reasonOf(other)).toBe('request_id_reused')
  })
})

describe('PRODUCT §8: a coupon is refused', () => {
  test('where it was used, expired or revoked [proof 90]', async () => {
    const ada = await world.customer()
    const [used, revoked, expired] = [
      await world.newcomer(ada),
      await world.give(ada, { kind: 'discount', percent: '10', worth_max: '20.00' }),
      await world.give(ada, { kind: 'discount', percent: '10', worth_max: '20.00', life_days: '1' }),
    ]
    const paid = { cash: 90n, coupon: 10n }
    await world.place(ada, used, paid)
    expect(await reasonOf(world.place(ada, used, paid))).toBe('coupon_used')
    await world.office.decide('coupon-revoke', { coupon_id: revoked, reason: 'by mistake' })
    expect(await reasonOf(world.place(ada, revoked, paid))).toBe('coupon_revoked')
    await t.advance(DAY_MS)
    expect(await reasonOf(world.place(ada, expired, paid))).toBe('coupon_expired')
  })

  test('where its name was used today, in the customer’s zone; tomorrow it is good', async () => {
    const ada = await world.customer()
    const terms = { kind: 'discount', percent: '10', worth_max: '20.00', name: 'Twice' }
    const first = await world.give(ada, terms)
    await t.advance(DAY_MS)
    const second = await world.give(ada, terms)
    const paid = { cash: 90n, coupon: 10n }
    const at_once = await Promise.all([first, second].map((id) => reasonOf(world.place(ada, id, paid))))
    expect(at_once.toSorted()).toEqual(['coupon_same_name_used_today', 'ok'])
    const left = at_once[0] === 'ok' ? second : first
    await t.advance(DAY_MS)
    expect(await reasonOf(world.place(ada, left, paid))).toBe('ok')
  })

  test('where it pays something else than was shown, or the plan is too small or another product’s', async () => {
    const ada = await world.customer()
    const { product_id } = await buildProduct(t.services)
    const terms = { kind: 'fixed_amount', fixed_amount: '5.00', amount_min: '50.00' }
    const coupon_id = await world.give(ada, { ...terms, product_id: world.product_id })
    const of = (cash: bigint, coupon: bigint, product = world.product_id) =>
      reasonOf(world.place(ada, coupon_id, { cash, coupon }, { product_id: product }))
    expect(await of(45n, 6n)).toBe('coupon_worth_changed')
    expect(await of(44n, 5n)).toBe('coupon_amount_below')
    expect(await of(45n, 5n, product_id)).toBe('coupon_other_product')
    expect(await of(2_000n, 5n)).toBe('insufficient_balance')
    expect(await world.coupon(coupon_id)).toMatchObject({ state: 'issued' })
    expect(await of(45n, 5n)).toBe('ok')
  })

  test('for a product without official placements: promotional money buys no others', async () => {
    const ada = await world.customer()
    const { product_id } = await buildProduct(t.services, { flags: { push: 'non_official' } })
    const coupon_id = await world.newcomer(ada)
    const refused = world.place(ada, coupon_id, { cash: 90n, coupon: 10n }, { product_id })
    expect(await reasonOf(refused)).toBe('coupon_official_only')
  })

  test('where promo is short of money: nothing is placed and the coupon stays', async () => {
    const ada = await world.customer()
    const coupon_id = await world.newcomer(ada)
    await world.setPromo(9n * UNIT)
    const refused = reasonOf(world.place(ada, coupon_id, { cash: 90n, coupon: 10n }))
    expect(await refused).toBe('promotion_exhausted')
    expect(await world.available(ada)).toBe(1_000n * UNIT)
    expect(await world.coupon(coupon_id)).toMatchObject({ state: 'issued' })
    await world.setPromo(10_000n * UNIT)
    expect(await reasonOf(world.place(ada, coupon_id, { cash: 90n, coupon: 10n }))).toBe('ok')
  })
})

describe('PRODUCT §3: what a plan does not spend', () => {
  test('of a coupon goes back to promo, of cash to the customer [proof 14]', async () => {
    // By then, everything that other tests placed has come back.
    await t.advance(4 * DAY_MS)
    const ada = await world.customer()
    const coupon_id = await world.newcomer(ada)
    const promo = await world.promo()
    const { plan_id } = await world.place(ada, coupon_id, { cash: 90n, coupon: 10n })
    const publisher_id = newId()
    await world.system(async (tx) => {
      await recordFirstDelivery(t.services, tx, [plan_id])
      const item = { plan_id, publisher_id, charge_micros: 40n * UNIT, fee_micros: 8n * UNIT }
      await billSpend(t.services, tx, { batch_id: newId(), items: [item] })
    })
    t.answers.gate = deliveryIs(true)
    for (const by_ms of [90 * DAY_MS, 2 * HOUR_MS, 8 * DAY_MS]) await t.advance(by_ms)
    expect(await world.available(ada)).toBe(964n * UNIT)
    expect(await world.promo()).toBe(promo - 4n * UNIT)
    expect(await world.coupon(coupon_id)).toMatchObject({ state: 'used' })
  })

  test('where it never ran everything is back, and the coupon is unused again as long as it would have been', async () => {
    const ada = await world.customer()
    const { product_id } = await buildProduct(t.services, { creative: 'draft' })
    const coupon_id = await world.newcomer(ada)
    const promo = await world.promo()
    const late = await world.give(ada, {
      kind: 'discount',
      percent: '10',
      worth_max: '20.00',
      life_days: '1',
    })
    const paid = { cash: 90n, coupon: 10n }
    await world.place(ada, coupon_id, paid, { product_id })
    await world.place(ada, late, paid, { product_id })
    // 48 hours without a review.
    await t.advance(49 * HOUR_MS)
    expect([await world.available(ada), await world.promo()]).toEqual([1_000n * UNIT, promo])
    expect(await world.coupon(coupon_id)).toEqual({ state: 'issued', plan_id: null, worth_micros: null })
    expect(await world.coupon(late)).toMatchObject({ state: 'expired' })
    expect(await reasonOf(world.place(ada, coupon_id, paid))).toBe('ok')
    expect(await world.coupon(coupon_id)).toMatchObject({ state: 'used' })
    // Not delivered either, and expired in the meantime.
    await t.advance(31 * DAY_MS)
    expect(await world.coupon(coupon_id)).toMatchObject({ state: 'expired' })
    expect(await world.differences()).toEqual([])
  })
})
