import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '../../database/identifiers.ts'
import { type TestDatabase, testDatabase } from '../../testing/test-database.ts'
import {
  type Account,
  balances,
  createLedgerWriter,
  type LedgerWriter,
  PLATFORM_ID,
  type Transfer,
} from './index.ts'

let db: TestDatabase
let writer: LedgerWriter

beforeAll(async () => {
  db = await testDatabase()
  writer = createLedgerWriter(db.database)
})
afterAll(async () => {
  await writer?.close()
  await db?.close()
})

const bank: Account = { code: 'bank', owner_id: PLATFORM_ID, subject_id: newId() }
const suspense: Account = { code: 'suspense', owner_id: PLATFORM_ID }

test('first light', async () => {
  const cause = { kind: 'test', id: 'x' }
  const customer_id = newId()
  const available: Account = { code: 'customer_available', owner_id: customer_id }
  const plan = newId()
  const plan_cash: Account = { code: 'plan_cash', owner_id: customer_id, subject_id: plan }
  const t: Transfer[] = [
    { kind: 'posted', id: newId(), debit: bank, credit: suspense, amount_micros: 100n, cause },
    {
      kind: 'posted',
      id: newId(),
      debit: suspense,
      credit: available,
      amount_micros: 60n,
      cause,
      flow: { id: 'f1', type: 'system_deposit', subject_kind: 'bank_line', subject_id: 'b' },
    },
    { kind: 'pending', id: newId(), debit: available, credit: plan_cash, amount_micros: 50n, cause },
  ]
  expect(await writer.transfer(t)).toEqual(['ok', 'ok', 'ok'])
  expect(await writer.transfer(t)).toEqual(['exists', 'exists', 'exists'])
  const post: Transfer = { kind: 'post', id: newId(), pending_id: t[2]?.id ?? '', amount_micros: 20n, cause }
  expect(await writer.transfer([post])).toEqual(['ok'])
  expect(await writer.transfer([{ ...post, id: newId() }])).toEqual(['pending_already_posted'])
  const found = await db.database.transaction({ kind: 'system' }, (tx) =>
    balances(tx, [bank, suspense, available, plan_cash]),
  )
  expect(found.map((one) => one.balance_micros)).toEqual([100n, 40n, 40n, 20n])
  const outcome = await writer.submit({
    kind: {
      name: 'test',
      record: async (_tx, payloads: readonly { n: number }[]) => payloads.map(({ n }) => ({ n: n + 1 })),
    },
    owner_id: customer_id,
    request_id: 'r1',
    request_content: 'c',
    payload: { n: 1 },
    transfers: [
      {
        kind: 'posted',
        id: newId(),
        debit: available,
        credit: plan_cash,
        amount_micros: 10n,
        cause,
        reason_if_short: 'insufficient_balance',
      },
    ],
  })
  expect(outcome).toEqual({ n: 2 })
})
