import { formatAmount } from '@adtally/money/money.ts'
import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { newId } from '../../../database/identifiers.ts'
import { reasonOf } from '../../../testing/reason-of.ts'
import { verifyLedger } from '../../ledger/index.ts'
import { ExchangeModel, type ModelOrder } from '../testing/exchange-model.ts'
import { type Buyer, ExchangeWorld } from '../testing/exchange-world.ts'
import { releaseOrder } from './complete-order.ts'
import { escrowOrder } from './confirm-order.ts'
import { disputeOrder } from './dispute-order.ts'

const HOUR_MS = 3_600_000
/** Whole amounts of money in hundredths. */
const CASH = 30_000n
const BOND = 40_000n
const LIMIT = 25_000n

const world = await ExchangeWorld.open()
afterAll(() => world.close())

const which = fc.nat({ max: 20 })
const step = fc.oneof(
  { weight: 5, arbitrary: fc.record({ act: fc.constant('offer'), amount: fc.integer({ min: 1, max: 15 }) }) },
  {
    weight: 12,
    arbitrary: fc.record({
      act: fc.constantFrom('confirm', 'confirm', 'mark', 'mark', 'complete', 'dispute', 'insist'),
      which,
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      act: fc.constantFrom('give_up', 'withdraw', 'for_customer', 'for_acceptor', 'make_good'),
      which,
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ act: fc.constant('wait'), hours: fc.constantFrom(0.4, 5, 25, 80, 250) }),
  },
)
type Step = { act: string; amount?: number; which?: number; hours?: number }

/** Takes one step in the program; returns `ok` or why it was refused. */
async function act(who: Buyer, order: ModelOrder, { act: name }: Step): Promise<string> {
  const { services } = world.program
  const { order_id } = order
  const row = await world.row(order_id)
  const reason = 'as seen'
  switch (name) {
    case 'confirm':
      return await reasonOf(escrowOrder(services, row, newId()))
    case 'complete':
      return await reasonOf(releaseOrder(services, row, newId()))
    case 'dispute':
      return await reasonOf(
        disputeOrder(services, who.customer_id, { request_id: newId(), order_id, note: reason }),
      )
    case 'mark':
      return await reasonOf(world.markPaid(order_id))
    case 'insist':
      return await reasonOf(world.run('dispute-exchange', { order_id, note: reason }))
    case 'give_up':
      return await reasonOf(world.run('give-up-exchange', { order_id, reason }))
    case 'withdraw':
      return await reasonOf(world.run('withdraw-acceptance-code', { order_id, reason }))
    case 'make_good':
      return await reasonOf(world.decide('make-good-exchange', { order_id, reason }))
    default: {
      const winner = name === 'for_customer' ? 'customer' : 'acceptor'
      return await reasonOf(world.decide('decide-exchange', { order_id, winner, reason }))
    }
  }
}

async function live(steps: readonly Step[]): Promise<void> {
  const who = await world.buyer(formatAmount(CASH * 10_000n))
  const acceptor_id = await world.acceptor(formatAmount(BOND * 10_000n), formatAmount(LIMIT * 10_000n))
  const fee_before = await platformFee()
  const model = new ExchangeModel({ available: CASH, bond: BOND, limit: LIMIT })
  for (const each of steps) {
    if (each.act === 'wait') {
      const hours = each.hours ?? 1
      await world.program.advance(hours * HOUR_MS)
      await world.rate()
      model.wait(hours)
    } else if (each.act === 'offer') {
      const amount = BigInt(each.amount ?? 1) * 1_000n
      const expected = model.mayOffer(amount)
      const offered = world.offered(who, acceptor_id, formatAmount(amount * 10_000n))
      if (expected === 'ok') model.offer(await offered, amount)
      else expect(await reasonOf(offered)).toBe(expected)
    } else {
      const order = model.orders[(each.which ?? 0) % Math.max(1, model.orders.length)]
      if (!order) continue
      const expected = model.act(order, each.act)
      expect([each.act, await act(who, order, each)]).toEqual([each.act, expected])
    }
    expect({
      available: await world.held('customer_available', who.customer_id),
      escrow: await world.held('fx_hold', who.customer_id),
      acceptor: await world.held('acceptor_available', acceptor_id),
      bond: await world.held('acceptor_bond', acceptor_id),
      fee: (await platformFee()) - fee_before,
    }).toEqual(model.money)
    expect(model.money.escrow).toBe(model.inEscrow())
  }
  for (const { order_id, status } of model.orders) expect((await world.row(order_id)).status).toBe(status)
}

async function platformFee(): Promise<bigint> {
  const [row] = await world.program.db.asOwner<{ fee: bigint }>(
    "select coalesce(sum(credits_posted_micros - debits_posted_micros), 0)::bigint / 10000 as fee from ledger.accounts where code = 'fee'",
  )
  return BigInt(row?.fee ?? 0)
}

test('PRODUCT §11: random lives of orders end where the model says, with money where it says, and the books balance', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 20, maxLength: 30 }), live),
    // No shrinking: each try takes seconds, and the seed replays it.
    { numRuns: 2, endOnFailure: true },
  )
  const verified = await world.program.system(verifyLedger)
  expect(verified.differences).toEqual([])
})
