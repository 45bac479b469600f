import { planCancel, planList, planPause, planPut, planStop } from '@adtally/contract/plans/plans.ts'
import { productDetail } from '@adtally/contract/plans/products.ts'
import { type Act, ask, type Scene } from '../scene.ts'

/** Places a plan in cash. */
const place: Act = {
  name: 'plan',
  weight: 14,
  async run(scene) {
    const { random, world } = scene
    const product_id = random.pick(world.market.product_ids)
    const duration_days = random.between(1, 6)
    const amount = random.amount(10, 60)
    const { reason } = await ask(
      scene,
      planPut,
      { product_id, amount, duration_days },
      { amount: `${random.between(61, 90)}.5` },
    )
    return reason || 'placed'
  },
}

/** A customer looks at their plans and ends or pauses one. */
const end: Act = {
  name: 'plan ended',
  weight: 3,
  async run({ world, person, random, fault }: Scene) {
    const { data } = await world.call(person, planList, { limit: '10' })
    const open = data.items?.filter(({ status }) => status === 'matching' || status === 'putting') ?? []
    if (open.length === 0) return 'none'
    const { plan_id, status, paused } = random.pick(open)
    const call = status === 'matching' ? planCancel : planStop
    if (status === 'putting' && random.chance(40)) {
      await world.call(person, planPause, { plan_id, paused: !paused })
      return 'paused'
    }
    const once = (device: number) => world.call(person, call, { plan_id }, device)
    const answers = await Promise.all(fault === 'devices' ? [once(0), once(1)] : [once(0)])
    return answers[0]?.reason || 'ended'
  },
}

/** Looks at a product, as before placing. */
const look: Act = {
  name: 'product looked at',
  weight: 1,
  async run({ world, person, random }) {
    const product_id = random.pick(world.market.product_ids)
    const { reason } = await world.call(person, productDetail, { product_id })
    return reason || 'seen'
  },
}

export const PLAN_ACTS: readonly Act[] = [place, end, look]
