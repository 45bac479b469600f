import { NEWCOMER_ACTIVITY, userCouponReceive, userCouponUsable } from '@adtally/contract/money/coupons.ts'
import { startupDetail, startupReceive, startupReturn } from '@adtally/contract/money/startup.ts'
import { planPut } from '@adtally/contract/plans/plans.ts'
import { parseAmount } from '@adtally/money/money.ts'
import { type Act, ask } from '../scene.ts'

/** Claims the newcomer coupon, once per person. */
const newcomer: Act = {
  name: 'newcomer coupon',
  weight: 2,
  async run(scene) {
    const { reason } = await ask(scene, userCouponReceive, { activity_id: NEWCOMER_ACTIVITY })
    return reason || 'claimed'
  },
}

/** Two people offer and issue somebody a coupon: a deduction, or an addition on top. */
const issue: Act = {
  name: 'coupon issued',
  weight: 3,
  async run({ world, person, random }) {
    const kind = random.pick(['fixed_amount', 'discount', 'value_added'])
    const terms = {
      fixed_amount: { fixed_amount: '3.333333', amount_min: '10.00' },
      discount: { percent: '15', worth_max: '4.000001' },
      value_added: { percent: '7', worth_max: '5.00' },
    }[kind]
    const offer = await world.office.decide('coupon-offer-create', {
      kind,
      ...terms,
      name: `Coupon ${random.below(9)}`,
      life_days: String(random.between(2, 20)),
      issue_max: '1',
      reason: 'for the spring',
    })
    const customer = `person-${world.people.indexOf(person) + 1}`
    await world.office.decide('coupon-issue', {
      offer_id: offer.offer_id,
      customer,
      reason: 'for the spring',
    })
    return kind ?? 'none'
  },
}

/** Places a plan with a coupon, startup funds or both. */
const use: Act = {
  name: 'plan with promotion',
  weight: 8,
  async run(scene) {
    const { world, person, random } = scene
    const product_id = random.pick(world.market.product_ids)
    const amount = random.amount(12, 40)
    const { data } = await world.call(person, userCouponUsable, { product_id, amount })
    const usable = data.items?.filter(({ reason }) => reason === null) ?? []
    const chosen = usable.length > 0 && random.chance(80) ? random.pick(usable) : null
    const startup = await world.call(person, startupDetail, {})
    const unused = parseAmount(startup.data.grant?.unused ?? '0') ?? 0n
    const startup_amount = unused > 0n && random.chance(70) ? startup.data.grant?.unused : undefined
    const { reason } = await ask(
      scene,
      planPut,
      {
        product_id,
        amount: chosen?.plan_amount ?? amount,
        duration_days: random.between(1, 5),
        ...(chosen && { coupon: { coupon_id: chosen.coupon.coupon_id, worth: chosen.worth } }),
        ...(startup_amount !== undefined && { startup_amount }),
      },
      { amount: '51.000001' },
    )
    return reason || `placed with${chosen ? ' coupon' : ''}${startup_amount ? ' startup funds' : ''}`
  },
}

/** Takes startup funds, once, and gives back what is unused. */
const startup: Act = {
  name: 'startup funds',
  weight: 3,
  async run(scene) {
    const { world, person, random } = scene
    const { data } = await world.call(person, startupDetail, {})
    if (data.grant === null || random.chance(20)) {
      const { reason } = await ask(scene, startupReceive, {})
      return reason || 'taken'
    }
    if (random.chance(70) || (parseAmount(data.grant.unused) ?? 0n) === 0n) return 'kept'
    const { reason } = await ask(scene, startupReturn, { amount: data.grant.unused }, { amount: '0.000001' })
    return reason || 'returned'
  },
}

export const COUPON_ACTS: readonly Act[] = [newcomer, issue, use, startup]
