import { property } from '@adtally/contract/wallet.ts'
import { parseAmount } from '@adtally/money/money.ts'
import { unlessDone } from '../../../demo/office.ts'
import type { Act, Scene } from '../scene.ts'

/** Two people place a hold on part of somebody's cash, for facts of its own; it releases by itself. */
const place: Act = {
  name: 'hold',
  weight: 2,
  async run({ world, person, random }: Scene) {
    const { data } = await world.call(person, property, {})
    if ((parseAmount(data.available_balance) ?? 0n) < 5_000_000n) return 'too little'
    const placed = world.office.decide('place-hold', {
      customer_id: person.customer_id,
      reason: random.pick(['disputed_deposit', 'account_theft']),
      amount: `${random.between(1, 4)}.000001`,
      evidence: `facts of ${world.books.looks}`,
    })
    return (await unlessDone(placed, 'state_conflict', 'record_exists')) ? 'placed' : 'refused'
  },
}

/** A hold is extended once, or released before its time. */
const change: Act = {
  name: 'hold changed',
  weight: 1,
  async run({ world, random }: Scene) {
    const rows = await world.books.rows<{ hold_id: string }>(
      `select hold_id from wallet.holds where released_at is null and source = 'available' limit 5`,
    )
    if (rows.length === 0) return 'none'
    const flags = { hold: random.pick(rows).hold_id, reason: 'looked at again' }
    if (random.chance(50)) {
      await unlessDone(world.office.run('release-hold', flags), 'state_conflict')
      return 'released'
    }
    await unlessDone(world.office.decide('extend-hold', flags), 'state_conflict')
    return 'extended'
  },
}

export const HOLD_ACTS: readonly Act[] = [place, change]
