import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import type { Transaction } from '../../database/database.ts'
import { type Move, NOT_ALLOWED, postAlone } from '../../testing/worlds/post-alone.ts'
import { PLATFORM_ID } from '../ledger/index.ts'
import { SUSPENSE } from '../wallet/index.ts'
import { moveOrders } from './orders/orders.repository.ts'
import { ExchangeWorld } from './testing/exchange-world.ts'

const UNIT = 1_000_000n
/** SQLSTATE of an order that moved on without its money. */
const NOT_WITH_ITS_MONEY = '23514'

const world = await ExchangeWorld.open()
afterAll(() => world.close())
const buyer = await world.buyer('400.00')
const acceptor_id = await world.acceptor('500.00', '400.00')

const post = (moves: readonly Move[], rows?: (tx: Transaction) => Promise<unknown>) =>
  postAlone(world.program.services, moves, rows)

function movesOf(order_id: string, payee_id = acceptor_id) {
  const cause = { kind: 'exchange_order', id: order_id } as const
  const available = { code: 'customer_available', owner_id: buyer.customer_id } as const
  const held = { code: 'fx_hold', owner_id: buyer.customer_id } as const
  const whole = { amount_micros: 100n * UNIT, cause } as const
  const part = (posting: Move['posting'] & string, credit: Move['credit'], amount_micros: bigint): Move => ({
    posting,
    debit: held,
    credit,
    amount_micros,
    cause,
  })
  return {
    accepted: { posting: 'exchange_accepted', debit: available, credit: held, ...whole },
    returned: { posting: 'exchange_returned', debit: held, credit: available, ...whole },
    made_good: {
      posting: 'exchange_made_good',
      debit: { code: 'acceptor_bond', owner_id: acceptor_id },
      credit: available,
      ...whole,
    },
    completed: (fee_micros: bigint): Move[] => [
      part(
        'exchange_completed',
        { code: 'acceptor_available', owner_id: payee_id },
        100n * UNIT - fee_micros,
      ),
      part('exchange_completed', { code: 'fee', owner_id: PLATFORM_ID }, fee_micros),
    ],
  } as const
}

test('an order’s money moves as far as the order has come, between its own two parties', async () => {
  const offered = movesOf(await world.offered(buyer, acceptor_id))
  expect(await post([offered.accepted])).toBe(NOT_ALLOWED)
  const order_id = await world.paid(buyer, acceptor_id)
  const of = movesOf(order_id)
  expect(await post([of.accepted])).toBe(NOT_ALLOWED)
  expect(await post([of.returned])).toBe(NOT_ALLOWED)
  expect(await post([of.made_good])).toBe(NOT_ALLOWED)
  expect(await post(of.completed(UNIT / 2n))).toBe(NOT_ALLOWED)
  const completed = async (tx: Transaction) => {
    await moveOrders(tx, [order_id], 'completed', 'customer_confirmed')
    await sql`select ledger.record_requests(
      array[${buyer.customer_id}]::uuid[], '{asked}', '{exchange.complete}', array['x'::bytea],
      array[${JSON.stringify({ order_id })}::jsonb])`.execute(tx)
  }
  const other = movesOf(order_id, await world.acceptor('1.00', '1.00'))
  expect(await post(other.completed(UNIT / 2n), completed)).toBe(NOT_ALLOWED)
  expect(await post(of.completed(UNIT / 2n + 1n), completed)).toBe(NOT_ALLOWED)
  expect(await post([of.returned], completed)).toBe(NOT_WITH_ITS_MONEY)
  expect(await post(of.completed(UNIT / 2n), completed)).toBe('ok')
  expect(await post([of.made_good])).toBe(NOT_ALLOWED)
})

test('a bank line is bond once its top-up says whose', async () => {
  const line_id = await world.market.payLine({ amount: '6.00', name: 'Somebody Ltd', remittance: 'bond' })
  const bond: Move = {
    posting: 'party_paid_in',
    debit: SUSPENSE,
    credit: { code: 'acceptor_bond', owner_id: acceptor_id },
    amount_micros: 6n * UNIT,
    cause: { kind: 'bank_line', id: line_id },
  }
  expect(await post([bond])).toBe(NOT_ALLOWED)
})
