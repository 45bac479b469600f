import { afterAll, expect, test } from 'vitest'
import type { Transaction } from '../../database/database.ts'
import { newId } from '../../database/identifiers.ts'
import { testProgram } from '../../testing/servers/test-program.ts'
import type { BuiltCustomer } from '../../testing/worlds/build-customer.ts'
import { CouponWorld } from '../../testing/worlds/coupon-world.ts'
import { type Move, NOT_ALLOWED, postAlone } from '../../testing/worlds/post-alone.ts'
import { grantCause, PROMO, startupAccount } from './accounts.ts'
import { receiveStartup } from './receive-startup.ts'
import { grantOf, insertReturns } from './startup.repository.ts'

const UNIT = 1_000_000n

const t = await testProgram()
afterAll(() => t.close())
const world = await CouponWorld.make(t)
const [anne, ben] = [await world.customer(), await world.customer()]
for (const { customer_id } of [anne, ben]) await receiveStartup(t.services, customer_id, newId())
const grant = await world.system((tx) => grantOf(tx, anne.customer_id))
const grant_id = grant?.grant_id ?? ''

const post = (moves: readonly Move[], rows?: (tx: Transaction) => Promise<unknown>) =>
  postAlone(t.services, moves, rows)

test('a grant is given once, to its customer, and goes back as much as its returns say', async () => {
  const granted = (customer: BuiltCustomer, cause_id = grant_id): Move => ({
    posting: 'startup_granted',
    debit: PROMO,
    credit: startupAccount(customer.customer_id),
    amount_micros: UNIT,
    cause: grantCause(cause_id),
  })
  expect(await post([granted(anne)])).toBe(NOT_ALLOWED)
  expect(await post([granted(ben)])).toBe(NOT_ALLOWED)
  expect(await post([granted(ben, newId())])).toBe(NOT_ALLOWED)
  const back = (customer: BuiltCustomer, amount_micros: bigint): Move => ({
    ...granted(customer),
    ...{
      posting: 'startup_returned',
      debit: startupAccount(customer.customer_id),
      credit: PROMO,
      amount_micros,
    },
  })
  const returned = (tx: Transaction) => {
    const { customer_id } = anne
    return insertReturns(tx, [
      {
        return_id: newId(),
        grant_id,
        customer_id,
        cause: 'returned',
        amount_micros: 2n * UNIT,
        takes_all: false,
      },
    ])
  }
  expect(await post([back(anne, 2n * UNIT)])).toBe(NOT_ALLOWED)
  expect(await post([back(anne, 2n * UNIT - 1n)], returned)).toBe(NOT_ALLOWED)
  expect(await post([back(ben, 2n * UNIT)], returned)).toBe(NOT_ALLOWED)
  expect(await post([back(anne, 2n * UNIT)], returned)).toBe('ok')
})
