import { notifications } from '@adtally/contract/service/service.ts'
import { afterAll, describe, expect, test } from 'vitest'
import { newId } from '../../../database/identifiers.ts'
import { LETTER } from '../../../testing/office/letter.ts'
import { reasonOf } from '../../../testing/reason-of.ts'
import { ExchangeWorld } from '../testing/exchange-world.ts'

const text = (value: unknown) => String(value)

const world = await ExchangeWorld.open()
afterAll(() => world.close())
const acceptor_id = await world.acceptor('1000.00', '900.00')

describe('PRODUCT §11, a dispute', () => {
  test('by the customer keeps evidence, once a request; by the acceptor through staff', async () => {
    const who = await world.buyer('300.00')
    const order_id = await world.paid(who, acceptor_id)
    const request_id = newId()
    const { data } = await world.dispute(who, order_id, request_id)
    expect(data).toMatchObject({
      status: 'disputed',
      evidence: [{}, { party: 'customer', note: 'nothing came' }],
    })
    expect((await world.dispute(who, order_id, request_id)).data.evidence).toHaveLength(2)
    expect((await world.dispute(who, order_id, request_id, 'other')).data.reason).toBe('request_id_reused')
    await world.run('dispute-exchange', { order_id, note: 'the bank’s stamp', file: world.picture })
    expect((await world.order(who, order_id))?.evidence).toHaveLength(3)
    const other = await world.paid(who, acceptor_id)
    await world.run('dispute-exchange', { order_id: other, note: 'they do not answer' })
    expect((await world.order(who, other))?.timeline.at(-1)?.reason).toBe('acceptor_disputed')
    expect((await world.complete(who, other)).data.status).toBe('completed')
    expect((await world.dispute(who, other)).data.reason).toBe('exchange_order_moved_on')
  })

  test('takes so much evidence of a side and no more', async () => {
    const who = await world.buyer()
    const order_id = await world.paid(who, acceptor_id)
    for (let sent = 0; sent < 10; sent += 1) expect((await world.dispute(who, order_id)).code).toBe(200)
    expect((await world.dispute(who, order_id)).data.reason).toBe('exchange_evidence_too_often')
  })

  test('is decided by two people only, with the reason that the customer reads', async () => {
    const who = await world.buyer('300.00')
    const order_id = await world.paid(who, acceptor_id)
    const flags = { order_id, winner: 'acceptor', reason: 'the bank confirms it' }
    expect(await reasonOf(world.run('decide-exchange', flags))).toBe('state_conflict')
    await world.dispute(who, order_id)
    const { proposal_id } = await world.run('decide-exchange', flags)
    expect(await reasonOf(world.run('approve', { proposal_id: text(proposal_id) }))).toMatch(
      /four_eyes|staff_role/,
    )
    await expect(
      world.program.db.asOwner(
        `update acceptors.orders set status = 'completed', status_trigger = 'decided_for_acceptor',
           status_at = status_at + interval '1 s', decision_id = $2 where order_id = $1`,
        [order_id, proposal_id],
      ),
    ).rejects.toThrow(/nobody decided/)
    await world.market.office.check('approve', { proposal_id })
    expect(await world.order(who, order_id)).toMatchObject({
      status: 'completed',
      timeline: [{}, {}, {}, {}, { reason: 'decided_for_acceptor', detail: 'the bank confirms it' }],
    })
    const other = await world.paid(who, acceptor_id)
    await world.dispute(who, other)
    await world.decide('decide-exchange', { order_id: other, winner: 'customer', reason: 'forged receipt' })
    expect(await world.wallet(who)).toEqual({ available: 20_000n, fx_hold: 0n })
  })

  test('wrongly completed is paid from the bond, whose limit falls with it; never twice, never beyond it [proof 43]', async () => {
    const own = await world.acceptor('150.00', '150.00')
    const who = await world.buyer()
    const make = async () => {
      const order_id = await world.offered(who, own)
      await world.confirm(who, order_id)
      await world.markPaid(order_id)
      await world.dispute(who, order_id)
      await world.decide('decide-exchange', { order_id, winner: 'acceptor', reason: 'looks right' })
      return order_id
    }
    const [first, second] = [await make(), await make()]
    const flags = { order_id: first, reason: 'the receipt was forged' }
    await world.decide('make-good-exchange', flags)
    await world.program.drain()
    const told = await world.program.call(notifications, {}, { token: who.token })
    for (const said of [/in escrow/, /marked as paid/, /disputed/, /completed$/, /paid from the bond/]) {
      expect(told.data.items.map(({ title }) => title)).toContainEqual(expect.stringMatching(said))
    }
    expect((await world.order(who, first))?.status).toBe('made_good')
    expect(await world.wallet(who)).toEqual({ available: 10_000n, fx_hold: 0n })
    expect(await world.held('acceptor_bond', own)).toBe(5_000n)
    const [row] = await world.program.db.asOwner<{ limit_micros: bigint }>(
      'select limit_micros from acceptors.acceptors where acceptor_id = $1',
      [own],
    )
    expect(BigInt(row?.limit_micros ?? 0)).toBe(50_000_000n)
    expect(await reasonOf(world.run('make-good-exchange', flags))).toBe('state_conflict')
    expect(await reasonOf(world.decide('make-good-exchange', { ...flags, order_id: second }))).toBe(
      'insufficient_balance',
    )
  })
})

test('PRODUCT §3, parties paid: acceptor and free bond by two people and a bank line; bound bond stays', async () => {
  const own = await world.acceptor('300.00', '200.00')
  const who = await world.buyer()
  const order_id = await world.offered(who, own)
  await world.confirm(who, order_id)
  await world.markPaid(order_id)
  await world.complete(who, order_id)
  await world.decide('set-acceptor-account', {
    acceptor_id: own,
    account_number: 'DE89370400440532013000',
    evidence_file: LETTER,
    reason: 'bank letter',
  })
  const flags = { acceptor_id: own, reason: 'asked for' }
  expect(await reasonOf(world.run('pay-acceptor', { ...flags, amount: '99.51' }))).toBe(
    'insufficient_balance',
  )
  await world.decide('pay-acceptor', flags)
  expect(await world.held('acceptor_available', own)).toBe(0n)
  expect(await reasonOf(world.run('take-out-bond', { ...flags, amount: '100.01' }))).toBe(
    'insufficient_balance',
  )
  await world.decide('set-acceptor-limit', { acceptor_id: own, limit: '0.01', reason: 'leaves' })
  // Part of the bond still covers the completed order.
  expect(await reasonOf(world.run('take-out-bond', { ...flags, amount: '200.01' }))).toBe(
    'insufficient_balance',
  )
  const proposed = await world.run('take-out-bond', { ...flags, amount: '200.00' })
  const proposal_id = String(proposed.proposal_id)
  await world.decide('set-acceptor-limit', { acceptor_id: own, limit: '150.00', reason: 'stays' })
  await expect(world.market.office.check('approve', { proposal_id })).rejects.toThrow(
    /needs that much of the bond/,
  )
  await world.run('refuse-proposal', { proposal_id, reason: 'too much' })
  await world.decide('set-acceptor-limit', { acceptor_id: own, limit: '0.01', reason: 'leaves' })
  await world.decide('take-out-bond', { ...flags, amount: '100.00' })
  expect(await world.held('acceptor_bond', own)).toBe(20_000n)
})
