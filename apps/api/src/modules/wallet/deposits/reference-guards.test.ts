import { afterAll, describe, expect, test } from 'vitest'
import { expectRefusedByGuard } from '../../../testing/refused-by-guard.ts'
import { saidByLogin } from '../../../testing/said-by-login.ts'
import { testServices } from '../../../testing/servers/test-services.ts'
import { buildCustomer } from '../../../testing/worlds/build-customer.ts'
import { referencesIn } from '../rules.ts'
import { bankDesk } from '../testing/bank-desk.ts'
import { depositAccountFor } from './deposit-account.ts'

const t = await testServices()
afterAll(() => t.close())
const { customer_id } = await buildCustomer(t.services)
const WORD = 'ADVERTISINGS'

describe('a reference that would stand in strangers’ payments', () => {
  test('is not chosen: the database draws it; without the guard it would be [proof 783]', async () => {
    const choose = () =>
      saidByLogin(
        t.db.logins.api,
        `insert into wallet.deposit_references (customer_id, code) values ('${customer_id}', '${WORD}')`,
      )
    const guard = ['wallet.deposit_references', 'references_made'] as const
    await expectRefusedByGuard(t.db.asOwner, guard, choose, /drawn by the database/)
    const other = await buildCustomer(t.services)
    const drawn = await Promise.all(
      [customer_id, other.customer_id, customer_id].map((id) => depositAccountFor(t.services, id)),
    )
    const codes = drawn.map(({ reference }) => reference)
    for (const code of codes) expect(code).toMatch(/^AD[2-9A-HJ-NP-Z]{10}$/)
    expect(new Set(codes).size, 'a customer keeps theirs').toBe(2)
  })

  test('stands for nobody as a part of words: the program and the database read a line alike [proof 784]', async () => {
    const code = 'AD23456789XY'
    const lines: [code: string, text: string, is_named: boolean][] = [
      [WORD, 'Payment for advertising services', false],
      [WORD, 'Payment for advertisings', true],
      [code, `ref ${code}, thanks`, true],
      [code, `SVWZ+AD23-4567\n89xy`, true],
      [code, `x${code}`, false],
      [code, `${code}7`, false],
    ]
    for (const [code, text, is_named] of lines) {
      const [row] = await t.db.asOwner<{ named: boolean }>('select wallet.names_reference($1, $2) as named', [
        text,
        code,
      ])
      expect([row?.named, text]).toEqual([is_named, text])
      // I stands in no reference that is drawn.
      if (code !== WORD) expect(referencesIn(text).includes(code)).toBe(is_named)
    }
  })

  test('credits nobody even if a customer had it; the line waits', async () => {
    await t.db.asOwner(`begin; set local adtally.scope = 'system';
      insert into wallet.deposit_references values ('${(await buildCustomer(t.services)).customer_id}', '${WORD}');
      commit`)
    const line = { amount: '25.00', name: 'Some Body', account: 'DE89370400440532013000' }
    const { deposits_booked, deposits_proposed, unassigned } = await bankDesk(t).importLines([
      { ...line, remittance: 'Payment for advertising services' },
    ])
    expect({ deposits_booked, deposits_proposed, unassigned }).toEqual({
      ...{ deposits_booked: 0, deposits_proposed: 0, unassigned: 1 },
    })
  })
})
