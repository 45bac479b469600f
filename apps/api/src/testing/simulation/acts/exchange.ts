import {
  acceptorDetail,
  acceptorOrderComplete,
  acceptorOrderConfirm,
  acceptorOrderDispute,
} from '@adtally/contract/money/exchange.ts'
import { fileOf } from '../../../modules/given-file.ts'
import { buildAcceptor, setEuroRate } from '../../worlds/build-acceptor.ts'
import { PICTURE } from '../../worlds/busy-customer.ts'
import { type Act, ask, type Scene } from '../scene.ts'
import type { World } from '../world.ts'

/** Verifies an acceptor who posts a bond and gets a limit; its reference rate is looked up anew. */
export async function acceptorOf(world: World): Promise<string> {
  const { market, office, bank, now } = world
  const payBond = async (name: string) => {
    const bond = { amount_micros: 2_000_000_000n, name, remittance: 'bond' }
    const [reference = ''] = await bank.tell(office, now, [bond])
    return await office.lineOf(reference)
  }
  if (market.acceptor_ids.length === 0)
    market.acceptor_ids.push(await buildAcceptor(office, '1500.00', payBond))
  await setEuroRate(office, now)
  return market.acceptor_ids[0] ?? ''
}

/** A code is entered and its order confirmed: the amount goes into escrow. */
const confirm: Act = {
  name: 'exchange order',
  weight: 4,
  async run(scene) {
    const { world, person, random } = scene
    const acceptor_id = await acceptorOf(world)
    const offer = { acceptor_id, amount: random.amount(5, 60), currency: 'EUR', rate: '0.912345' }
    const { code } = await world.office.run('issue-acceptance-code', offer)
    const seen = await world.call(person, acceptorDetail, { code: String(code) })
    if (seen.code !== 200) return seen.reason
    const { order_id } = seen.data.order
    const { reason } = await ask(scene, acceptorOrderConfirm, { order_id, password: person.pin })
    return reason || 'escrowed'
  },
}

interface OrderRow {
  order_id: string
  customer_id: string
  status: string
}

/** Moves an order in escrow on: paid, completed, disputed, decided, given up or made good. */
const goOn: Act = {
  name: 'exchange goes on',
  weight: 6,
  async run(scene) {
    const { world, random } = scene
    const rows = await world.books.rows<OrderRow>(
      `select order_id, customer_id, status from acceptors.orders
       where status in ('escrowed', 'paid', 'disputed') or status = 'completed' and order_id::text like '%7'
       order by order_id desc limit 6`,
    )
    if (rows.length === 0) return 'none'
    const { order_id, customer_id, status } = random.pick(rows)
    const person = world.people.find((one) => one.customer_id === customer_id)
    if (!person) return 'nobody'
    if (status === 'escrowed') return await escrowed(scene, order_id)
    if (status === 'paid' && random.chance(30)) {
      const { reason } = await ask({ ...scene, person }, acceptorOrderDispute, {
        order_id,
        note: 'nothing came',
      })
      return reason || 'disputed'
    }
    if (status === 'paid') {
      const { reason } = await ask({ ...scene, person }, acceptorOrderComplete, {
        order_id,
        password: person.pin,
      })
      return reason || 'completed'
    }
    if (status === 'completed') {
      await world.office.decide('make-good-exchange', { order_id, reason: 'wrongly completed' })
      return 'made good'
    }
    const winner = random.pick(['acceptor', 'customer'])
    await world.office.decide('decide-exchange', { order_id, winner, reason: 'both were heard' })
    return `decided for ${winner}`
  },
}

async function escrowed({ world, random }: Scene, order_id: string): Promise<string> {
  if (random.chance(15)) {
    await world.office.run('give-up-exchange', { order_id, reason: 'no funds today' })
    return 'given up'
  }
  const file = fileOf('receipt.png', PICTURE)
  await world.office.run('mark-exchange-paid', { order_id, file, note: 'transfer of today' })
  return 'paid'
}

export const EXCHANGE_ACTS: readonly Act[] = [confirm, goOn]
