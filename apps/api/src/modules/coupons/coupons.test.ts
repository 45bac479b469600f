import { activityList, userCouponList, userCouponReceive } from '@adtally/contract/money/coupons.ts'
import { afterAll, describe, expect, test, vi } from 'vitest'
import { newId } from '../../database/identifiers.ts'
import { Office } from '../../demo/office.ts'
import { reasonOf } from '../../testing/reason-of.ts'
import { testProgram } from '../../testing/servers/test-program.ts'
import { type BuiltCustomer, buildCustomer } from '../../testing/worlds/build-customer.ts'
import { buildStaff } from '../../testing/worlds/build-staff.ts'

const DAY_MS = 86_400_000
let names = 0

const t = await testProgram()
afterAll(() => t.close())
const office = new Office(t.services, t.modules, await buildStaff(t.services))

const ANY = {
  kind: 'fixed_amount',
  fixed_amount: '5.00',
  amount_min: '50.00',
  life_days: '10',
  issue_max: '100',
  reason: 'spring activity',
}

/** Two people create an offer; returns its id. */
async function offer(wishes: Record<string, string> = {}): Promise<string> {
  names += 1
  const made = await office.decide('coupon-offer-create', { ...ANY, name: `Spring ${names}`, ...wishes })
  return String(made.offer_id)
}

function activity(wishes: Record<string, string> = {}, days = 30): Promise<string> {
  const ends_at = new Date(t.services.clock.now().getTime() + days * DAY_MS).toISOString()
  return offer({ claim: 'activity', ends_at, ...wishes })
}

const claim = (customer: BuiltCustomer, activity_id: string, request_id = newId(), zone = 'UTC GMT+0') =>
  t.call(userCouponReceive, { request_id, activity_id }, { token: customer.token, headers: { 'x-tz': zone } })
const why = async (customer: BuiltCustomer, activity_id: string): Promise<string> =>
  (await claim(customer, activity_id)).data.reason ?? 'ok'
const listed = async (customer: BuiltCustomer, state: 'unused' | 'used' | 'expired' = 'unused') =>
  (await t.call(userCouponList, { state, limit: '100' }, { token: customer.token })).data.items
const activitiesOf = async (customer: BuiltCustomer) =>
  (await t.call(activityList, { limit: '100' }, { token: customer.token })).data.items

describe('the newcomer coupon', () => {
  test('is claimed once by whoever is verified, with nothing paid in, twenty times at once too [proof 88]', async () => {
    const ada = await buildCustomer(t.services)
    const [newcomer] = await activitiesOf(ada)
    expect(newcomer).toMatchObject({
      activity_id: 'newcomer',
      percent: 10,
      worth_max: '20.00',
      claim: 'open',
    })
    expect(newcomer?.example).toEqual({ plan_amount: '100.00', own_money: '90.00', worth: '10.00' })
    const answers = await Promise.all(Array.from({ length: 20 }, () => claim(ada, 'newcomer')))
    expect(answers.map(({ data }) => data.reason ?? 'ok').sort()).toEqual([
      ...Array.from({ length: 19 }, () => 'newcomer_coupon_received'),
      'ok',
    ])
    expect(await listed(ada)).toHaveLength(1)
    expect((await activitiesOf(ada))[0]).toMatchObject({ claim: 'received', received: 1 })
  })

  test('the same request answers the same coupon, another activity under it is refused', async () => {
    const ada = await buildCustomer(t.services)
    const request_id = newId()
    const first = await claim(ada, 'newcomer', request_id)
    expect((await claim(ada, 'newcomer', request_id)).data.coupon_id).toBe(first.data.coupon_id)
    const other = await claim(ada, await activity(), request_id)
    expect(other.data.reason).toBe('request_id_reused')
  })

  test('one per person is the database’s rule, and so are its terms', async () => {
    const ada = await buildCustomer(t.services)
    await claim(ada, 'newcomer')
    const copy = (changes: string) =>
      t.db.asOwner(
        `insert into coupons.coupons (coupon_id, customer_id, person_id, origin, kind, name_key, effect, percent,
           worth_max_micros, amount_min_micros, policy_version, request_id, issued_at, issued_day, expires_at)
         select gen_random_uuid(), customer_id, person_id, origin, kind, name_key, effect, ${changes},
           amount_min_micros, policy_version, gen_random_uuid(), issued_at, issued_day + 1, expires_at
         from coupons.coupons where customer_id = $1`,
        [ada.customer_id],
      )
    await expect(copy('percent, worth_max_micros')).rejects.toThrow('coupons_newcomer')
    await expect(copy('90, worth_max_micros')).rejects.toThrow('the terms of the policy')
    await expect(copy('percent, worth_max_micros * 9')).rejects.toThrow('the terms of the policy')
  })
})

describe('an activity', () => {
  test('gives the coupon that two people approved, until it is exhausted, over or closed', async () => {
    const [ada, ben] = [await buildCustomer(t.services), await buildCustomer(t.services)]
    const activity_id = await activity({ issue_max: '1', description: 'For the season' })
    const { data } = await claim(ada, activity_id)
    expect(data).toMatchObject({
      kind: 'fixed_amount',
      fixed_amount: '5.00',
      state: 'unused',
      origin: 'activity',
    })
    expect(await why(ben, activity_id)).toBe('activity_exhausted')
    const stateOf = async (customer: BuiltCustomer) =>
      (await activitiesOf(customer)).find((item) => item.activity_id === activity_id)?.claim
    expect([await stateOf(ada), await stateOf(ben)]).toEqual(['received', 'exhausted'])
    const closed = await activity()
    await office.run('coupon-offer-close', { offer_id: closed, reason: 'the season is over' })
    expect(await why(ben, closed)).toBe('activity_not_open')
    expect(await why(ben, newId())).toBe('activity_not_found')
    expect(await why(ben, "1' or 1=1")).toBe('activity_not_found')
    expect(await why(ben, await offer())).toBe('activity_not_found')
  })

  test('opens by the database’s clock: a program that believes it is later refuses, and does not fail', async () => {
    const in_a_minute = new Date(t.services.clock.now().getTime() + 60_000).toISOString()
    const soon = await activity({ starts_at: in_a_minute })
    const later = new Date(t.services.clock.now().getTime() + 120_000)
    const fast = vi.spyOn(t.services.clock, 'now').mockReturnValue(later)
    try {
      expect(await why(await buildCustomer(t.services), soon)).toBe('activity_not_open')
    } finally {
      fast.mockRestore()
    }
  })

  test('the last of many is given once, however many ask', async () => {
    const activity_id = await activity({ issue_max: '3' })
    const customers = await Promise.all(Array.from({ length: 8 }, () => buildCustomer(t.services)))
    const reasons = await Promise.all(customers.map((customer) => why(customer, activity_id)))
    expect(reasons.filter((reason) => reason === 'ok')).toHaveLength(3)
  })

  test('the same name comes once a day of the customer’s zone, also from another offer [proof 89]', async () => {
    const ada = await buildCustomer(t.services, { time_zone: 'Asia/Bangkok' })
    const name = 'Morning coupon'
    const first = await activity({ name, per_customer_max: '5' })
    const second = await activity({ name: name.toUpperCase() })
    expect(await why(ada, first)).toBe('ok')
    expect(await why(ada, first)).toBe('coupon_same_name_today')
    expect(await why(ada, second)).toBe('coupon_same_name_today')
    const today = (await activitiesOf(ada)).find((item) => item.activity_id === second)
    expect(today?.claim).toBe('received_today')
    await t.advance(DAY_MS)
    expect(await why(ada, second)).toBe('ok')
  })

  test('a zone further west brings no second one on the same day', async () => {
    const ada = await buildCustomer(t.services)
    await t.db.asOwner('update identity.customers set time_zone = null where customer_id = $1', [
      ada.customer_id,
    ])
    const activity_id = await activity({ per_customer_max: '9' })
    const inZone = async (zone: string) => (await claim(ada, activity_id, newId(), zone)).data.reason ?? 'ok'
    expect(await inZone('Pacific/Kiritimati GMT+14')).toBe('ok')
    expect(await inZone('Pacific/Kiritimati GMT+14')).toBe('coupon_same_name_today')
    expect(await inZone('Pacific/Pago_Pago GMT-11')).toBe('coupon_same_name_today')
  })
})

describe('staff', () => {
  test('offer nothing alone, and nothing that is no coupon', async () => {
    const { proposal_id } = await office.run('coupon-offer-create', { ...ANY, name: 'Alone' })
    expect(await reasonOf(office.run('approve', { proposal_id }))).toBe('four_eyes')
    const refused = (flags: Record<string, string>) =>
      reasonOf(office.run('coupon-offer-create', { ...ANY, name: 'Wrong', ...flags }))
    expect(await refused({ kind: 'team' })).toBe('field_invalid')
    expect(await refused({ amount_min: '5.00' })).toBe('field_invalid')
    expect(await refused({ name: 'Newcomer' })).toBe('record_exists')
    expect(await refused({ fixed_amount: '6000.00', amount_min: '7000.00' })).toBe('policy_out_of_bounds')
    expect(await refused({ product_id: newId() })).toBe('record_not_found')
  })

  test('issue a coupon to a named customer by two people; the customer is told and sees who did it', async () => {
    const ada = await buildCustomer(t.services)
    const custom = await offer({ kind: 'custom', effect: 'addition', customer: ada.username })
    const ben = await buildCustomer(t.services)
    const issue = (customer: BuiltCustomer) =>
      office.decide('coupon-issue', {
        offer_id: custom,
        customer: customer.username,
        reason: 'a late review',
      })
    expect(await reasonOf(issue(ben))).toBe('state_conflict')
    await issue(ada)
    await t.drain()
    const [coupon] = await listed(ada)
    expect(coupon).toMatchObject({ kind: 'custom', effect: 'addition', origin: 'staff' })
    expect(coupon?.example).toEqual({ plan_amount: '105.00', own_money: '100.00', worth: '5.00' })
    const told = await t.system((tx) =>
      tx
        .selectFrom('service.notifications')
        .select('subject_id')
        .where('customer_id', '=', ada.customer_id)
        .where('message', '=', 'coupon_issued')
        .execute(),
    )
    expect(told).toHaveLength(1)
    const feed = await t.db.asOwner(
      "select from audit.entries where customer_id = $1 and action = 'coupon.issue'",
      [ada.customer_id],
    )
    expect(feed).toHaveLength(1)
  })

  test('a coupon is revoked by two people, with a reason that the customer reads', async () => {
    const ada = await buildCustomer(t.services)
    const { data } = await claim(ada, 'newcomer')
    const revoke = () =>
      office.decide('coupon-revoke', { coupon_id: data.coupon_id, reason: 'issued by mistake' })
    await revoke()
    expect(await listed(ada)).toEqual([])
    expect(await listed(ada, 'expired')).toMatchObject([{ state: 'revoked', reason: 'issued by mistake' }])
    expect(await reasonOf(revoke())).toBe('state_conflict')
    expect(await why(ada, 'newcomer')).toBe('newcomer_coupon_received')
  })
})

describe('a coupon’s time', () => {
  test('it expires at its deadline by itself, and nothing is posted; the list says so from that moment [proof 34]', async () => {
    const ada = await buildCustomer(t.services)
    const activity_id = await activity({ life_days: '2' })
    await claim(ada, activity_id)
    const posted = () => t.db.asOwner('select count(*) from ledger.transfers')
    const posted_before = await posted()
    await t.advance(2 * DAY_MS - 60_000)
    expect(await listed(ada)).toHaveLength(1)
    await t.advance(61_000)
    expect(await listed(ada)).toEqual([])
    expect(await posted()).toEqual(posted_before)
    expect(await listed(ada, 'expired')).toMatchObject([{ state: 'expired' }])
    const [row] = await t.db.asOwner('select state from coupons.coupons where customer_id = $1', [
      ada.customer_id,
    ])
    expect(row).toEqual({ state: 'expired' })
  })

  test('the list pages, unused by what expires first, and takes no other tab’s cursor', async () => {
    const ada = await buildCustomer(t.services)
    for (const life_days of ['9', '3', '6']) await claim(ada, await activity({ life_days }))
    const page = async (cursor?: string) =>
      (await t.call(userCouponList, { limit: '2', ...(cursor && { cursor }) }, { token: ada.token })).data
    const first = await page()
    const second = await page(first.next_cursor ?? '')
    const days = [...first.items, ...second.items].map(({ issued_at, expires_at }) =>
      Math.round((Date.parse(expires_at) - Date.parse(issued_at)) / DAY_MS),
    )
    expect([days, second.next_cursor]).toEqual([[3, 6, 9], null])
    const wrong = { state: 'used' as const, cursor: first.next_cursor ?? '' }
    expect((await t.call(userCouponList, wrong, { token: ada.token })).data.reason).toBe('cursor_invalid')
  })
})
