import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import type { Transaction } from '../../database/database.ts'
import { newId } from '../../database/identifiers.ts'
import { testProgram } from '../../testing/servers/test-program.ts'
import type { BuiltCustomer } from '../../testing/worlds/build-customer.ts'
import { CouponWorld } from '../../testing/worlds/coupon-world.ts'
import { type Move, NOT_ALLOWED, postAlone } from '../../testing/worlds/post-alone.ts'
import { asRole } from '../as-role.ts'
import { grantCause, PROMO, startupAccount } from './accounts.ts'
import { receiveStartup } from './receive-startup.ts'
import { returnStartup } from './return-startup.ts'
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
  const returned = async (tx: Transaction) => {
    const { customer_id } = anne
    const return_id = newId()
    await insertReturns(tx, [
      { return_id, grant_id, customer_id, cause: 'returned', amount_micros: 2n * UNIT, takes_all: false },
    ])
    await sql`select ledger.record_requests(array[${customer_id}]::uuid[], array[${return_id}], array['startup.return'],
      array[sha256('x')], array[jsonb_build_object('return_id', ${return_id}::text)])`.execute(tx)
  }
  expect(await post([back(anne, 2n * UNIT)])).toBe(NOT_ALLOWED)
  expect(await post([back(anne, 2n * UNIT - 1n)], returned)).toBe(NOT_ALLOWED)
  expect(await post([back(ben, 2n * UNIT)], returned)).toBe(NOT_ALLOWED)
  expect(await post([back(anne, 2n * UNIT)], returned)).toBe('ok')
})

test('nobody gives back another’s startup funds without their request; without the guard they do [proof 778]', async () => {
  const back: Move = {
    posting: 'startup_returned',
    debit: startupAccount(anne.customer_id),
    credit: PROMO,
    amount_micros: UNIT,
    cause: grantCause(grant_id),
  }
  const row = { grant_id, customer_id: anne.customer_id, cause: 'returned', amount_micros: UNIT } as const
  const given = () =>
    postAlone(asRole(t.services, 'api'), [back], (tx) =>
      insertReturns(tx, [{ ...row, return_id: newId(), takes_all: false }]),
    )
  expect(await given()).toBe('23514')
  await t.db.asOwner('alter table startup.returns disable trigger returns_asked_for')
  expect(await given()).toBe('ok')
  await t.db.asOwner('alter table startup.returns enable always trigger returns_asked_for')
  await returnStartup(t.services, anne.customer_id, { request_id: newId(), amount: UNIT })
})
