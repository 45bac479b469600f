import { afterAll, describe, expect, test } from 'vitest'
import { testProgram } from '../../testing/servers/test-program.ts'
import { verifyLedger } from '../ledger/index.ts'
import { MixedPlans } from './testing/mixed-plans.ts'

const t = await testProgram()
afterAll(() => t.close())
const plans = await MixedPlans.make(t)
await plans.settle(false)
expect(await plans.transactions()).toBe(7)
/** The outcome when plans settle one by one. */
const one_by_one = await plans.came()

describe('PRODUCT §3 Settlement: plans that settle in one transaction', () => {
  test('come to exactly what they come to one by one: followed, VIP, owing, promotional and plain', async () => {
    const plans = await MixedPlans.make(t)
    await plans.settle(true)
    // The follower's second plan builds on the mark of the first, so it can't settle with it.
    expect(await plans.transactions()).toBe(2)
    const came = await plans.came()
    expect(came).toEqual(one_by_one)
    // Control: each part occurs, so nothing is equal only because it is missing.
    for (const part of ['profit_share_micros', 'rebate_micros', 'startup_return_micros'] as const) {
      expect(came.results.some((result) => result[part] > 0n)).toBe(true)
    }
    expect(came.repaid.length).toBeGreaterThan(1)
    const { differences } = await t.system(verifyLedger)
    expect(differences).toEqual([])
  })

  test('control: where VIP answers for one customer at a time only, they do not', async () => {
    const plans = await MixedPlans.make(t)
    const { rebates } = t.answers
    t.answers.rebates = async (tx, customer_ids, at) =>
      customer_ids.length === 1 ? await rebates(tx, customer_ids, at) : new Map()
    await plans.settle(true)
    t.answers.rebates = rebates
    expect(await plans.came()).not.toEqual(one_by_one)
  })
})
