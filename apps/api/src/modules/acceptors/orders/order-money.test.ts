import { acceptorOrderConfirm } from '@adtally/contract/money/exchange.ts'
import { setPassword, transactionFlowList } from '@adtally/contract/money/wallet.ts'
import { notifications } from '@adtally/contract/service/service.ts'
import { afterAll, describe, expect, test } from 'vitest'
import { newId } from '../../../database/identifiers.ts'
import { reasonOf } from '../../../testing/reason-of.ts'
import { statementsOfBatches } from '../../../testing/worlds/batched-acts.ts'
import { transactionPasswordDigest } from '../../../testing/worlds/build-customer.ts'
import { verifyLedger } from '../../ledger/index.ts'
import { type Buyer, DAY_MS, ExchangeWorld, MINUTE_MS, password } from '../testing/exchange-world.ts'
import { releaseOrder } from './complete-order.ts'
import { confirmKind, escrowOrder } from './confirm-order.ts'
import { orderDueJob } from './order-due.job.ts'
import { escrowTransfers } from './order-money.ts'

const SYSTEM = { kind: 'system' } as const

const world = await ExchangeWorld.open()
afterAll(() => world.close())
const acceptor_id = await world.acceptor('1000.00', '900.00')

/** The money action without the owner's proof: as it is, or a mutant that checks nothing first. */
async function submit(order_id: string, kind: Partial<typeof confirmKind> = {}): Promise<unknown> {
  const order = await world.row(order_id)
  const customer_id = order.customer_id ?? ''
  return await world.program.services.ledger.submit({
    kind: { ...confirmKind, ...kind },
    owner_id: customer_id,
    request_id: newId(),
    request_content: order_id,
    transfers: escrowTransfers(order),
    payload: {
      order_id,
      customer_id,
      acceptor_id: order.acceptor_id,
      exchange_paying_limit_ms: DAY_MS,
    },
  })
}
const UNCHECKED = { check: async (_tx: unknown, all: readonly unknown[]) => all.map(() => null) }

describe('PRODUCT §3, acceptor order accepted: confirming', () => {
  test('escrows the whole amount, tells until when the acceptor pays, and makes one fund-flow line [proof 39]', async () => {
    const who = await world.buyer()
    const order_id = await world.offered(who, acceptor_id)
    const { data } = await world.confirm(who, order_id)
    expect(data).toMatchObject({ status: 'escrowed', timeline: [{}, { reason: 'confirmed' }] })
    const pays_ms = new Date(data.deadline ?? '').getTime() - new Date(data.status_at).getTime()
    expect(pays_ms).toBe(DAY_MS)
    expect(await world.wallet(who)).toEqual({ available: 10_000n, fx_hold: 10_000n })
    const flow = await world.program.call(transactionFlowList, { type: 'exchange' }, { token: who.token })
    expect(flow.data.items).toMatchObject([
      { amount: '-100.00', subject_kind: 'exchange_order', subject_id: order_id, number: data.number },
    ])
  })

  test('needs the transaction password, the order’s own customer, and the money', async () => {
    const who = await world.buyer('50.00')
    const order_id = await world.offered(who, acceptor_id)
    const wrong = { request_id: newId(), order_id, password: transactionPasswordDigest('000000') }
    const refused = await world.program.call(acceptorOrderConfirm, wrong, { token: who.token })
    expect(refused.data.reason).toBe('transaction_password_wrong')
    expect((await world.confirm(await world.buyer(), order_id)).data.reason).toBe('exchange_order_not_found')
    expect((await world.confirm(who, order_id)).data.reason).toBe('insufficient_balance')
    expect(await world.wallet(who)).toEqual({ available: 5_000n, fx_hold: 0n })
  })

  test('waits a day after the transaction password was reset, as a withdrawal does (PRODUCT §7)', async () => {
    const { token, password: login_password, ...named } = await world.market.customerWith('200.00')
    const who = { token, ...named }
    await world.program.call(setPassword, { password }, { token })
    const order_id = await world.offered(who, acceptor_id)
    await world.program.call(setPassword, { password, login_password }, { token })
    const { data } = await world.confirm(who, order_id)
    expect(data.reason).toBe('transaction_password_recently_reset')
    expect(new Date(data.deadline ?? '').getTime()).toBeGreaterThan(world.program.services.clock.now_ms())
    expect(await world.wallet(who)).toEqual({ available: 20_000n, fx_hold: 0n })
  })

  test('on devices at once moves the money once; the same request again answers the same [proof 40]', async () => {
    const who = await world.buyer('500.00')
    const order_id = await world.offered(who, acceptor_id)
    const all = await Promise.all([
      world.confirm(who, order_id),
      world.confirm(who, order_id),
      world.confirm(who, order_id),
    ])
    expect(all.map(({ data }) => data.reason ?? 'ok').toSorted()).toEqual([
      'exchange_offer_over',
      'exchange_offer_over',
      'ok',
    ])
    const second = await world.offered(who, acceptor_id)
    const request_id = newId()
    const same = await Promise.all([
      world.confirm(who, second, request_id),
      world.confirm(who, second, request_id),
    ])
    expect(same.map(({ code }) => code)).toEqual([200, 200])
    expect((await world.confirm(who, order_id, request_id)).data.reason).toBe('request_id_reused')
    expect(await world.wallet(who)).toEqual({ available: 30_000n, fx_hold: 20_000n })
  })

  test('a hundred tries at one code, and at once: one wins, ninety-nine are told why', async () => {
    const who = await world.buyer('500.00')
    const order_id = await world.offered(who, acceptor_id)
    const all = await Promise.all(Array.from({ length: 100 }, () => reasonOf(submit(order_id))))
    expect(all.toSorted()).toEqual([...Array(99).fill('exchange_offer_over'), 'ok'])
    expect(await world.wallet(who)).toEqual({ available: 40_000n, fx_hold: 10_000n })
  })

  test('control: without its check both of two at once go on, and the database alone stops the second', async () => {
    const who = await world.buyer('500.00')
    const order_id = await world.offered(who, acceptor_id)
    const both = await Promise.allSettled([submit(order_id, UNCHECKED), submit(order_id, UNCHECKED)])
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    const [failed] = both.filter((each) => each.status === 'rejected')
    expect(String(failed?.reason)).toMatch(/can't go|has not moved/)
    expect(await world.wallet(who)).toEqual({ available: 40_000n, fx_hold: 10_000n })
  })

  test('after the code’s thirty minutes is refused, though nobody has noted it yet', async () => {
    const who = await world.buyer()
    const order_id = await world.offered(who, acceptor_id)
    await world.program.db.moveClock(31 * 60_000)
    expect((await world.confirm(who, order_id)).data.reason).toBe('exchange_offer_over')
    expect(await world.wallet(who)).toEqual({ available: 20_000n, fx_hold: 0n })
  })

  test('keeps to a limit that was lowered after the offers: of five at once only what fits', async () => {
    const small = await world.acceptor('500.00', '500.00')
    const orders: { who: Buyer; order_id: string }[] = []
    for (let made = 0; made < 5; made += 1) {
      const who = await world.buyer()
      orders.push({ who, order_id: await world.offered(who, small) })
    }
    await world.decide('set-acceptor-limit', { acceptor_id: small, limit: '250.00', reason: 'less' })
    const all = await Promise.all(orders.map(({ who, order_id }) => world.confirm(who, order_id)))
    expect(all.map(({ data }) => data.reason ?? 'ok').toSorted()).toEqual([
      ...Array(3).fill('acceptor_limit_exceeded'),
      'ok',
      'ok',
    ])
    // Control: without the check, a third exceeds the limit.
    const open = orders[all.findIndex(({ code }) => code !== 200)]
    await submit(open?.order_id ?? '', UNCHECKED)
    const [over] = await world.program.db.asOwner(
      "select sum(amount_micros) > 250000000 as over from acceptors.orders where acceptor_id = $1 and status = 'escrowed'",
      [small],
    )
    expect(over).toEqual({ over: true })
  })
})

describe('PRODUCT §3, acceptor order completed', () => {
  test('needs the payment marked with a picture, then the customer’s word: acceptor and fee are paid [proof 41]', async () => {
    const who = await world.buyer()
    const before = { acceptor: await world.held('acceptor_available', acceptor_id), fee: await fees() }
    const order_id = await world.escrowed(who, acceptor_id)
    expect((await world.complete(who, order_id)).data.reason).toBe('exchange_order_moved_on')
    await world.markPaid(order_id)
    const marked = await world.order(who, order_id)
    expect(marked).toMatchObject({ status: 'paid', evidence: [{ party: 'acceptor', images: [{}] }] })
    const { data } = await world.complete(who, order_id)
    expect(data).toMatchObject({ status: 'completed', deadline: null })
    expect(await world.wallet(who)).toEqual({ available: 10_000n, fx_hold: 0n })
    expect(await world.held('acceptor_available', acceptor_id)).toBe(before.acceptor + 9_950n)
    expect(await fees()).toBe(before.fee + 50n)
    const flow = await world.program.call(transactionFlowList, { type: 'exchange' }, { token: who.token })
    expect(flow.data.items.map(({ amount }) => amount)).toEqual(['-100.00'])
  })

  test('happens once, whoever is faster: devices at once, or two members of staff', async () => {
    const who = await world.buyer('300.00')
    const order_id = await world.paid(who, acceptor_id)
    const all = await Promise.all([
      world.complete(who, order_id),
      world.complete(who, order_id),
      world.complete(who, order_id),
    ])
    expect(all.filter(({ code }) => code === 200)).toHaveLength(1)
    const other = await world.paid(who, acceptor_id)
    await world.dispute(who, other)
    const proposed = await world.run('decide-exchange', {
      order_id: other,
      winner: 'customer',
      reason: 'no payment',
    })
    const [own, staffs] = await Promise.all([
      world.complete(who, other),
      reasonOf(world.market.office.check('approve', { proposal_id: proposed.proposal_id })),
    ])
    expect([own.code === 200, staffs === 'ok'].filter(Boolean)).toHaveLength(1)
    const { fx_hold } = await world.wallet(who)
    expect(fx_hold).toBe(0n)
  })
})

const fees = async () => {
  const [row] = await world.program.db.asOwner<{ fee: bigint }>(
    "select ((credits_posted_micros - debits_posted_micros) / 10000)::bigint as fee from ledger.accounts where code = 'fee'",
  )
  return BigInt(row?.fee ?? 0)
}

describe('PRODUCT §3, acceptor order returned', () => {
  test('by itself when the acceptor does not pay in 24 hours, once; or at once when it gives up [proof 42]', async () => {
    const who = await world.buyer()
    const order_id = await world.escrowed(who, acceptor_id)
    const other = await world.escrowed(who, acceptor_id)
    await world.run('give-up-exchange', { order_id: other, reason: 'no funds today' })
    expect(await world.wallet(who)).toEqual({ available: 10_000n, fx_hold: 10_000n })
    await world.program.advance(DAY_MS - MINUTE_MS)
    expect((await world.order(who, order_id))?.status).toBe('escrowed')
    await world.program.advance(MINUTE_MS)
    expect(await world.order(who, order_id)).toMatchObject({
      status: 'returned',
      timeline: [{}, {}, { reason: 'not_paid_in_time' }],
    })
    expect(await world.wallet(who)).toEqual({ available: 20_000n, fx_hold: 0n })
    await world.rate()
    const told = await world.program.call(notifications, {}, { token: who.token })
    expect(told.data.items.map(({ title }) => title)).toContainEqual(expect.stringMatching(/money returned/))
  })

  test('once, though its job dies half way and the customer’s own devices ask meanwhile', async () => {
    const who = await world.buyer()
    const order_id = await world.escrowed(who, acceptor_id)
    const { services } = world.program
    await world.program.db.moveClock(DAY_MS)
    await expect
      .poll(() => services.clock.now_ms())
      .toBeGreaterThan((await world.row(order_id)).status_at.getTime() + DAY_MS)
    const dies = services.database.transaction(SYSTEM, async (tx) => {
      await orderDueJob.run(services, tx, { subject_id: order_id, due_at: services.clock.now() })
      throw new Error('killed')
    })
    await expect(dies).rejects.toThrow('killed')
    expect(await world.wallet(who)).toEqual({ available: 10_000n, fx_hold: 10_000n })
    const [late] = await Promise.all([
      reasonOf(releaseOrder(services, await world.row(order_id), newId())),
      world.program.drain(),
    ])
    expect(late).toBe('exchange_order_moved_on')
    await world.program.drain()
    expect((await world.row(order_id)).status).toBe('returned')
    expect(await world.wallet(who)).toEqual({ available: 20_000n, fx_hold: 0n })
    await world.rate()
  })

  test('what was marked paid is disputed after 72 hours, and undecided for ten days returns', async () => {
    const who = await world.buyer()
    const order_id = await world.paid(who, acceptor_id)
    await world.program.advance(3 * DAY_MS)
    expect(await world.order(who, order_id)).toMatchObject({
      status: 'disputed',
      timeline: [{}, {}, {}, { reason: 'not_confirmed_in_time' }],
    })
    expect((await world.wallet(who)).fx_hold).toBe(10_000n)
    await world.program.advance(10 * DAY_MS)
    expect(await world.order(who, order_id)).toMatchObject({ status: 'returned', deadline: null })
    expect(await world.wallet(who)).toEqual({ available: 20_000n, fx_hold: 0n })
    await world.rate()
  })
})

test('the books balance, and escrow is what open orders say', async () => {
  const verified = await world.program.services.database.transaction(SYSTEM, verifyLedger)
  expect(verified.differences).toEqual([])
  const check = await world.program.db.asOwner(
    `select held.owner_id from (
       select owner_id, sum(credits_posted_micros - debits_posted_micros) as micros
       from ledger.accounts where code = 'fx_hold' group by owner_id) as held
     left join (select customer_id, sum(amount_micros) as micros from acceptors.orders
       where status in ('escrowed', 'paid', 'disputed') group by customer_id) as open on open.customer_id = held.owner_id
     where held.micros <> coalesce(open.micros, 0)`,
  )
  expect(check).toEqual([])
})

describe('twenty acts that are committed together cost as many statements as one', () => {
  test.each([
    ['confirming', 'offered', escrowOrder],
    ['completing', 'paid', releaseOrder],
  ] as const)('%s', async (_name, state, act) => {
    const many_id = await world.acceptor('3000.00', '2900.00')
    const { alone, together } = await statementsOfBatches(world.program.services, async () => {
      const order = await world.row(await world[state](await world.buyer(), many_id))
      return (acting) => act(acting, order, newId())
    })
    expect(together).toHaveLength(alone.length)
  })
})
