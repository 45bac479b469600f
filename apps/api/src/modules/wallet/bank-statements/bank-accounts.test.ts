import { afterAll, expect, test } from 'vitest'
import { testDatabase } from '../../../testing/servers/test-database.ts'
import { RAIL_IDS } from './bank-accounts.ts'

const db = await testDatabase()
afterAll(() => db.close())

test('the database knows the same bank accounts by the same ids', async () => {
  const rows = await db.asOwner<{ rail: string; account_id: string }>(
    'select rail, account_id from wallet.rails',
  )
  expect(Object.fromEntries(rows.map(({ rail, account_id }) => [rail, account_id]))).toEqual(RAIL_IDS)
})
