import { formatAmount, least, type Micros } from '@adtally/money/money.ts'
import type { Act, Scene } from '../scene.ts'
import { type Deposit, takeBack } from './people.ts'

/** Two people hold part of somebody's cash or withdrawal, each time for other facts; it releases by itself. */
const place: Act = {
  name: 'hold',
  weight: 3,
  async run({ world, person, random }: Scene) {
    const { customer_id } = person
    const [deposit] = await world.books.rows<{ deposit_id: string }>(
      'select deposit_id from wallet.deposits where customer_id = $1 order by deposit_id desc limit 1',
      [customer_id],
    )
    const [withdrawal] = await world.books.rows<{ number: string }>(
      `select number from wallet.withdrawals
       where customer_id = $1 and status in ('requested', 'approved', 'held') limit 1`,
      [customer_id],
    )
    const disputed = deposit !== undefined && random.chance(40)
    await world.office.decide('place-hold', {
      customer: customer_id,
      amount: `${random.between(1, 4)}.000001`,
      evidence: 'told us in the chat',
      ...(disputed
        ? { reason: 'disputed_deposit', deposit_id: deposit.deposit_id }
        : { reason: 'account_theft', report: `message ${world.books.looks}` }),
      ...(withdrawal && random.chance(50) && { withdrawal_number: withdrawal.number }),
    })
    return disputed ? 'deposit' : 'theft'
  },
}

/** Extends a hold once, or releases it early. */
const change: Act = {
  name: 'hold changed',
  weight: 1,
  async run({ world, random }: Scene) {
    const rows = await world.books.rows<{ hold_id: string }>(
      'select hold_id from wallet.holds where released_at is null order by hold_id limit 5',
    )
    if (rows.length === 0) return 'none'
    const flags = { hold_id: random.pick(rows).hold_id, reason: 'looked at again' }
    const released = random.chance(50)
    if (released) await world.office.run('release-hold', flags)
    else await world.office.decide('extend-hold', flags)
    return released ? 'released' : 'extended'
  },
}

/** Holds a disputed deposit in a withdrawal; meanwhile the bank takes back some or all of it. */
const recallHeld: Act = {
  name: 'deposit recalled out of a withdrawal',
  weight: 2,
  async run({ world, random }: Scene) {
    const rows = await world.books.rows<
      Deposit & { customer_id: string; number: string; free_micros: Micros }
    >(
      `select deposit.deposit_id, deposit.amount_micros, bank_reference, customer_id, number,
        withdrawal.amount_micros - (select coalesce(sum(amount_micros), 0) from wallet.holds
          where holds.withdrawal_id = withdrawal.withdrawal_id and released_at is null)::bigint as free_micros
       from wallet.withdrawals withdrawal
       join wallet.deposits deposit using (customer_id) join wallet.bank_lines line on line.line_id = deposit.line_id
       where withdrawal.status in ('requested', 'approved')
         and not exists (select from wallet.deposit_recalls where deposit_recalls.deposit_id = deposit.deposit_id)
       order by deposit_id desc limit 5`,
    )
    if (rows.length === 0) return 'none'
    const { customer_id, number: withdrawal, free_micros, ...deposit } = random.pick(rows)
    const share = (of_micros: Micros) => (of_micros * BigInt(random.pick([10, 60, 100]))) / 100n
    const held_micros = share(least(free_micros, deposit.amount_micros))
    await world.office.decide('place-hold', {
      ...{
        customer: customer_id,
        withdrawal_number: withdrawal,
        reason: 'disputed_deposit',
        deposit_id: deposit.deposit_id,
      },
      ...{ amount: formatAmount(held_micros), evidence: 'the bank asks for it back' },
    })
    if (random.chance(20)) return 'held, not recalled yet'
    await takeBack(world, deposit, -share(deposit.amount_micros))
    return 'recalled'
  },
}

export const HOLD_ACTS: readonly Act[] = [place, change, recallHeld]
