import { bankCardEdit, checkPassword, setPassword, withdraw } from '@adtally/contract/money/wallet.ts'
import { afterAll, describe, expect, test } from 'vitest'
import { newId } from '../../../database/identifiers.ts'
import { testProgram } from '../../../testing/servers/test-program.ts'
import { testSettings } from '../../../testing/servers/test-services.ts'
import { buildCustomer, transactionPasswordDigest } from '../../../testing/worlds/build-customer.ts'
import { buildMarket } from '../../../testing/worlds/build-market.ts'

const password = transactionPasswordDigest('204816')
const beneficiary = {
  kind: 'bank_account',
  bank_name: 'Harbour Bank',
  beneficiary_name: 'Some Body',
  account_number: 'GB82WEST12345698765432',
} as const

const program = await testProgram({ settings: testSettings({ RAIL_FEE: '0.25' }) })
afterAll(() => program.close())
const market = await buildMarket(program.services, program.modules)

/** Binds a beneficiary for a customer; answers its id. */
async function bind(token: string): Promise<string> {
  await program.call(setPassword, { password }, { token })
  const bound = await program.call(bankCardEdit, { beneficiary, password }, { token })
  return bound.data.beneficiary_id
}

function check(token: string, beneficiary_id: string, amount = '5.00') {
  return program.call(checkPassword, { password, amount, beneficiary_id }, { token })
}

describe('a grant for a withdrawal', () => {
  test('is given for the beneficiary that is bound now, and for no other', async () => {
    const { token } = await buildCustomer(program.services)
    const other = await buildCustomer(program.services)
    const [own, others] = [await bind(token), await bind(other.token)]
    expect((await check(token, own)).data.grant).toMatch(/^[\w-]{43}$/)
    for (const id of [others, newId()]) {
      expect((await check(token, id)).data).toEqual({
        reason: 'beneficiary_not_set',
        field: 'beneficiary_id',
      })
    }
    const changed = { ...beneficiary, account_number: 'DE89370400440532013000' }
    await program.call(bankCardEdit, { beneficiary: changed, password }, { token })
    expect((await check(token, own)).data.reason).toBe('beneficiary_not_set')
  })

  test('is not given to one who has bound none', async () => {
    const { token } = await buildCustomer(program.services)
    await program.call(setPassword, { password }, { token })
    expect((await check(token, newId())).data.reason).toBe('beneficiary_not_set')
  })
})

describe('a withdrawal of no more than the rail’s fee', () => {
  const ask = async (token: string, beneficiary_id: string, amount: string) => {
    const { data } = await check(token, beneficiary_id, amount)
    const input = { request_id: newId(), amount, beneficiary_id, grant: data.grant ?? '' }
    return await program.call(withdraw, input, { token })
  }

  test('is refused beside the amount, and one hundredth more is taken [proof 70]', async () => {
    const { token } = await market.customerWith('40.00')
    const beneficiary_id = await bind(token)
    for (const amount of ['0.01', '0.25', '0.249999', '0.259999']) {
      expect(await ask(token, beneficiary_id, amount)).toMatchObject({
        code: 405,
        msg: 'The amount must be more than the fee of 0.25\u00a0USD',
        data: { reason: 'amount_not_above_fee', field: 'amount' },
      })
    }
    const german = await program.call(
      withdraw,
      { request_id: newId(), amount: '0.10', beneficiary_id, grant: 'none' },
      { token, headers: { 'accept-language': 'de' } },
    )
    expect(german.msg, 'money as the reader writes it').toContain('0,25\u00a0USD')
    expect(await ask(token, beneficiary_id, '0.26')).toMatchObject({ code: 200 })
    expect((await ask(token, beneficiary_id, '100.00')).data).toMatchObject({
      reason: 'insufficient_balance',
      field: 'amount',
    })
  })
})
