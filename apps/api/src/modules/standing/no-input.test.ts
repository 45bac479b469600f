import { readdirSync, readFileSync } from 'node:fs'
import { NEWCOMER_ACTIVITY, userCouponReceive } from '@adtally/contract/money/coupons.ts'
import { vipOpen } from '@adtally/contract/money/vip.ts'
import { bankCardEdit, checkPassword, setPassword, withdraw } from '@adtally/contract/money/wallet.ts'
import { assistanceFollow, assistanceList } from '@adtally/contract/plans/follow.ts'
import { userLevel } from '@adtally/contract/standing.ts'
import { afterAll, describe, expect, expectTypeOf, test } from 'vitest'
import { newId } from '../../database/identifiers.ts'
import { testProgram } from '../../testing/servers/test-program.ts'
import { transactionPasswordDigest } from '../../testing/worlds/build-customer.ts'
import { buildMarket } from '../../testing/worlds/build-market.ts'
import type { WithdrawalFacts } from '../wallet/index.ts'

/** Names that must not occur in withdrawal code (PRODUCT §2.3). */
const NO_INPUTS = /standing|coupon|credit_score|\blevel\b|\bvip\b|follows|contracts\b/i
const WALLET = new URL('../wallet/', import.meta.url)

const t = await testProgram()
afterAll(() => t.close())
const market = await buildMarket(t.services, t.modules)

/** Asks to withdraw 25.00 for a new customer after `first` happened to them; the answer. */
async function withdrawAfter(first: (customer: { customer_id: string; token: string }) => Promise<unknown>) {
  const customer = await market.customerWith('100.00')
  const options = { token: customer.token }
  const password = transactionPasswordDigest('204816')
  await t.call(setPassword, { password }, options)
  const beneficiary = {
    kind: 'bank_account',
    bank_name: 'Harbour Bank',
    beneficiary_name: 'Some Body',
    account_number: 'GB82WEST12345698765432',
  } as const
  const { beneficiary_id } = (await t.call(bankCardEdit, { beneficiary, password }, options)).data
  await first(customer)
  const asked = { amount: '25.00', beneficiary_id }
  const { grant } = (await t.call(checkPassword, { password, ...asked }, options)).data
  const { code, data } = await t.call(
    withdraw,
    { request_id: newId(), ...asked, grant: grant ?? '' },
    options,
  )
  const { status, amount, rail_fee } = data
  return { code, status, amount, rail_fee }
}

describe('a withdrawal never depends on level, VIP, credit score, a coupon or a following (PRODUCT §2.3)', () => {
  test('by what it is decided from', () => {
    expectTypeOf<keyof WithdrawalFacts>().toEqualTypeOf<
      'amount_micros' | 'available_micros' | 'startup_micros' | 'beneficiary_is_current' | 'grant_is_good'
    >()
  })

  test('by what the wallet reads: none of its statements or imports names them', () => {
    const sources = readdirSync(WALLET, { recursive: true, encoding: 'utf8' }).filter((name) =>
      /^(?!testing\/).*(?<!\.test)\.ts$/.test(name),
    )
    const naming = sources.flatMap((name) =>
      withoutComments(readFileSync(new URL(name, WALLET), 'utf8'))
        .split('\n')
        .filter((line) => NO_INPUTS.test(line))
        .map((line) => `${name}: ${line}`),
    )
    expect(sources.length).toBeGreaterThan(20)
    expect(naming).toEqual([])
    expect(NO_INPUTS.test("import { standingOf } from '../standing/index.ts'"), 'control').toBe(true)
    expect(NO_INPUTS.test('select from coupons.coupons'), 'control').toBe(true)
  })

  test('by what happens: the worst score, a coupon, VIP and a following change nothing of the answer', async () => {
    const plain = await withdrawAfter(async () => {})
    expect(plain.code).toBe(200)
    const after_worst_score = await withdrawAfter(async ({ customer_id, token }) => {
      await t.db.asOwner('insert into standing.scores values ($1, 0)', [customer_id])
      expect((await t.call(userLevel, {}, { token })).data).toMatchObject({ level: 0, credit: { score: 0 } })
    })
    const with_coupon = await withdrawAfter(({ token }) =>
      t.call(userCouponReceive, { request_id: newId(), activity_id: NEWCOMER_ACTIVITY }, { token }),
    )
    const with_vip = await withdrawAfter(async ({ token }) => {
      const terms = { request_id: newId(), price: '20.00', vip_fee_percent: 15 }
      expect((await t.call(vipOpen, terms, { token })).code).toBe(200)
    })
    const leader = await market.customerWith('1.00')
    const { own } = (await t.call(assistanceList, {}, { token: leader.token })).data
    const following = await withdrawAfter(async ({ token }) => {
      const request = { request_id: newId(), operated_id: own.operated_id, fee_percent: 0 }
      expect((await t.call(assistanceFollow, request, { token })).code).toBe(200)
    })
    expect([after_worst_score, with_coupon, with_vip, following]).toEqual([plain, plain, plain, plain])
  })
})

function withoutComments(source: string): string {
  return source.replace(/\/\*[\s\S]*?\*\//g, '').replace(/\/\/.*$/gm, '')
}
