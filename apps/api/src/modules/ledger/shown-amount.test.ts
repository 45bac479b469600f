import type { FlowType } from '@adtally/contract/enums.ts'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '../../database/identifiers.ts'
import { anyCause } from '../../testing/any-cause.ts'
import { type TestDatabase, testDatabase } from '../../testing/servers/test-database.ts'
import {
  type Account,
  createLedgerWriter,
  flowLine,
  flowLines,
  type LedgerWriter,
  PLATFORM_ID,
  type Transfer,
} from './index.ts'
import { type FundedCustomer, fundedCustomer, posted } from './testing/funded-customer.ts'
import { transfer } from './testing/transfer.ts'

let db: TestDatabase
let writer: LedgerWriter
let customer: FundedCustomer

const TYPES = ['ad_serving', 'ad_billing', 'hold', 'virtual_recharge_deduction'] as const satisfies FlowType[]
const MOVES = [
  ['customer_available', 'plan_cash', 'plan_placed'],
  ['customer_discount', 'plan_discount', 'plan_placed'],
  ['customer_startup', 'plan_startup', 'plan_placed'],
  ['plan_cash', 'customer_available', 'unspent_returned'],
  ['plan_discount', 'promo', 'unspent_returned'],
  ['plan_startup', 'customer_startup', 'unspent_returned'],
  ['plan_startup', 'promo', 'unspent_returned'],
  ['promo', 'customer_discount', 'coupon_used'],
  ['promo', 'customer_startup', 'startup_granted'],
  ['customer_available', 'risk_hold', 'hold'],
] as const

function account(code: (typeof MOVES)[number][0 | 1] | 'own'): Account {
  if (code === 'promo' || code === 'own') return { code, owner_id: PLATFORM_ID }
  const owner_id = customer.customer_id
  return code.startsWith('plan_') ? { code, owner_id, subject_id: customer.plan_id } : { code, owner_id }
}

beforeAll(async () => {
  db = await testDatabase()
  await anyCause(db.asOwner)
  writer = createLedgerWriter(db.database)
  customer = await fundedCustomer(writer, 1_000_000n)
  const results = await transfer(writer, [
    posted(customer.bank, customer.suspense, 1_000_000n),
    posted(customer.suspense, account('own'), 1_000_000n),
    posted(account('own'), account('promo'), 1_000_000n),
    posted(account('promo'), account('customer_discount'), 200_000n),
    posted(account('promo'), account('customer_startup'), 200_000n),
    ...MOVES.slice(0, 3).map(([debit, credit]) => posted(account(debit), account(credit), 100_000n)),
  ])
  expect(new Set(results)).toEqual(new Set(['ok']))
})
afterAll(async () => {
  await writer?.close()
  await db?.close()
})

// Few small amounts, so that parts often cancel out and the next part is shown.
const someLine = fc.record({
  type: fc.constantFrom(...TYPES),
  moves: fc.array(fc.tuple(fc.constantFrom(...MOVES), fc.bigInt({ min: 1n, max: 2n })), {
    minLength: 1,
    maxLength: 5,
  }),
})

test('a line shows the same amount in a list, which splits it, as by itself, where the table computes it', async () => {
  const lines = fc.sample(someLine, { numRuns: 400, seed: 3 })
  const transfers = lines.flatMap(({ type, moves }): Transfer[] => {
    const flow = { id: newId(), type, subject_kind: 'plan', subject_id: customer.plan_id }
    return moves.map(([[debit, credit, posting], amount_micros]) => ({
      ...posted(account(debit), account(credit), amount_micros),
      posting,
      flow,
    }))
  })
  expect(new Set(await transfer(writer, transfers))).toEqual(new Set(['ok']))
  const { customer_id } = customer
  await db.database.transaction({ kind: 'customer', customer_id }, async (tx) => {
    let cursor: string | undefined
    let shown = 0
    do {
      const page = await flowLines(tx, customer_id, { cursor, limit: 100 })
      for (const row of page.items) expect(await flowLine(tx, customer_id, row.flow_id)).toMatchObject(row)
      shown += page.items.length
      cursor = page.next_cursor ?? undefined
    } while (cursor !== undefined)
    expect(shown).toBe(lines.length + 1)
  })
})
