import {
  assistanceEnd,
  assistanceFollow,
  assistanceLeader,
  assistanceList,
  draftConfirm,
} from '@adtally/contract/plans/follow.ts'
import { type Act, ask, type Scene } from '../scene.ts'

/** Follows somebody at the fee that was shown. */
const follow: Act = {
  name: 'follow',
  weight: 4,
  async run(scene) {
    const { world, person, random } = scene
    // Most people follow the same few, so that there are leaders.
    const { operated_id } = random.pick(random.chance(80) ? world.people.slice(0, 3) : world.people)
    const leader = await world.call(person, assistanceLeader, { operated_id })
    if (leader.code !== 200) return leader.reason
    const { fee_percent } = leader.data
    const { reason } = await ask(scene, assistanceFollow, { operated_id, fee_percent }, { fee_percent: 29 })
    return reason || 'followed'
  },
}

/** Confirms a draft of the leader's plan with an amount of one's own. */
const confirm: Act = {
  name: 'draft',
  weight: 8,
  async run(scene) {
    const { world, person, random } = scene
    const { data } = await world.call(person, assistanceList, {})
    const draft = data.drafts?.[0]
    if (!draft) return 'none'
    const amount = random.amount(10, 40)
    const { reason } = await ask(
      scene,
      draftConfirm,
      { draft_id: draft.draft_id, amount },
      { amount: '77.00' },
    )
    return reason || 'confirmed'
  },
}

/** Ends following, at any time. */
const end: Act = {
  name: 'follow ended',
  weight: 1,
  async run({ world, person }: Scene) {
    const { data } = await world.call(person, assistanceList, {})
    const relation_id = data.relation?.relation_id
    if (!relation_id) return 'none'
    const { reason } = await world.call(person, assistanceEnd, { relation_id })
    return reason || 'ended'
  },
}

/** Two people set a leader's share of followers' profit. */
const setFee: Act = {
  name: 'leader fee',
  weight: 1,
  async run({ world, random }: Scene) {
    const customer = `person-${1 + random.below(3)}`
    const fee_percent = String(random.pick([0, 5, 20]))
    await world.office.decide('set-leader-fee', { customer, fee_percent, reason: 'as agreed' })
    return 'set'
  },
}

export const FOLLOW_ACTS: readonly Act[] = [follow, confirm, end, setFee]
