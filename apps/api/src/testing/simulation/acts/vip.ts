import { userVip, vipCancel, vipOpen } from '@adtally/contract/money/vip.ts'
import { type Act, ask } from '../scene.ts'

/** Opens a month of VIP at the terms shown, or cancels it early. */
const vip: Act = {
  name: 'vip',
  weight: 3,
  async run(scene) {
    const { world, person, random } = scene
    const { data } = await world.call(person, userVip, {})
    const open = data.items?.find(({ state }) => state === 'open')
    if (!open) {
      const terms = { price: '20.00', vip_fee_percent: 15 }
      const { reason } = await ask(scene, vipOpen, terms, { vip_fee_percent: 14 })
      return reason || 'opened'
    }
    if (random.chance(70)) return 'kept'
    const once = (device: number) => world.call(person, vipCancel, { vip_id: open.vip_id }, device)
    const [one] = await Promise.all([once(0), once(1)])
    return one.reason || 'cancelled'
  },
}

export const VIP_ACTS: readonly Act[] = [vip]
