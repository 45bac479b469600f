import { least } from '@adtally/money/money.ts'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { totalOf } from '../running/spend-parts.ts'
import { repaymentsFrom, type SettlementInput, settle } from './settle.ts'

const amount = fc.oneof(fc.bigInt(0n, 20n), fc.bigInt(0n, 5_000_000_000n))
const percent = (max: bigint) => fc.bigInt(0n, max)
const input: fc.Arbitrary<SettlementInput> = fc
  .record({
    spend: fc.record({ cash_micros: amount, discount_micros: amount, startup_micros: amount }),
    revenue_micros: amount,
    platform_fee_percent: percent(50n),
    vip_fee_percent: fc.option(percent(50n)),
    profit_share: fc.option(fc.record({ rate_percent: percent(30n), carried_loss_micros: amount })),
  })
  .map((facts) => ({
    ...facts,
    // Fees round down per event, so their sum may be a little below the percentage.
    fee_micros: (totalOf(facts.spend) * facts.platform_fee_percent) / 101n,
  }))

test('revenue and fee are divided without remainder and nobody gets less than nothing', () => {
  fc.assert(
    fc.property(input, (facts) => {
      const settled = settle(facts)
      const { startup_return_micros, profit_share_micros, customer_micros, rebate_micros, fee_micros } =
        settled
      expect(startup_return_micros + profit_share_micros + customer_micros).toBe(facts.revenue_micros)
      expect(rebate_micros + fee_micros).toBe(facts.fee_micros)
      for (const part of [
        startup_return_micros,
        profit_share_micros,
        customer_micros,
        rebate_micros,
        fee_micros,
      ]) {
        expect(part >= 0n).toBe(true)
      }
      expect(settled.profit_micros).toBe(facts.revenue_micros - totalOf(facts.spend))
    }),
    { numRuns: 3_000 },
  )
})

test('the startup return is at most what startup funds spent and at most their share of the revenue', () => {
  fc.assert(
    fc.property(input, (facts) => {
      const { startup_return_micros } = settle(facts)
      const spend_micros = totalOf(facts.spend)
      expect(startup_return_micros <= facts.spend.startup_micros).toBe(true)
      expect(startup_return_micros * spend_micros <= facts.revenue_micros * facts.spend.startup_micros).toBe(
        true,
      )
      if (facts.spend.startup_micros === 0n) expect(startup_return_micros).toBe(0n)
    }),
    { numRuns: 2_000 },
  )
})

test('a leader gets nothing of a loss, nor of profit that only makes up an earlier loss', () => {
  fc.assert(
    fc.property(input, (facts) => {
      const { profit_share_micros, profit_micros } = settle(facts)
      const carried = facts.profit_share?.carried_loss_micros ?? 0n
      if (profit_micros <= carried) expect(profit_share_micros).toBe(0n)
      const most = ((profit_micros - carried) * (facts.profit_share?.rate_percent ?? 0n)) / 100n
      if (profit_share_micros > 0n) expect(profit_share_micros <= most).toBe(true)
    }),
    { numRuns: 2_000 },
  )
})

test('another valid conversion never leaves anybody worse off', () => {
  fc.assert(
    fc.property(input, fc.bigInt(0n, 50_000_000n), (facts, payout_micros) => {
      const before = settle(facts)
      const after = settle({ ...facts, revenue_micros: facts.revenue_micros + payout_micros })
      expect(after.startup_return_micros >= before.startup_return_micros).toBe(true)
      expect(after.profit_share_micros >= before.profit_share_micros).toBe(true)
      expect(after.customer_micros + 1n >= before.customer_micros).toBe(true)
    }),
    { numRuns: 2_000 },
  )
})

test('by example: 100 placed, 20 of it startup funds, a loss and a profit', () => {
  const facts: SettlementInput = {
    spend: { cash_micros: 80_000_000n, discount_micros: 0n, startup_micros: 20_000_000n },
    fee_micros: 20_000_000n,
    revenue_micros: 60_000_000n,
    platform_fee_percent: 20n,
    vip_fee_percent: null,
    profit_share: null,
  }
  expect(settle(facts)).toEqual({
    startup_return_micros: 12_000_000n,
    profit_share_micros: 0n,
    customer_micros: 48_000_000n,
    rebate_micros: 0n,
    fee_micros: 20_000_000n,
    profit_micros: -40_000_000n,
  })
  const profitable = {
    ...facts,
    revenue_micros: 150_000_000n,
    vip_fee_percent: 15n,
    profit_share: { rate_percent: 20n, carried_loss_micros: 10_000_000n },
  }
  expect(settle(profitable)).toEqual({
    startup_return_micros: 20_000_000n,
    profit_share_micros: 8_000_000n,
    customer_micros: 122_000_000n,
    rebate_micros: 4_000_000n,
    fee_micros: 16_000_000n,
    profit_micros: 50_000_000n,
  })
})

test('repayments take what is owed, oldest first, and never more than there is', () => {
  const receivable = fc.record({
    receivable_id: fc.uuid(),
    advertiser_id: fc.uuid(),
    creditor_customer_id: fc.option(fc.uuid()),
    amount_micros: fc.bigInt(1n, 100n),
  })
  fc.assert(
    fc.property(fc.bigInt(0n, 300n), fc.array(receivable, { maxLength: 5 }), (customer_micros, owed) => {
      const repaid = repaymentsFrom(customer_micros, owed)
      const sum = repaid.reduce((total, next) => total + next.amount_micros, 0n)
      const owed_micros = owed.reduce((total, next) => total + next.amount_micros, 0n)
      expect(sum).toBe(least(customer_micros, owed_micros))
      const whole = repaid.slice(0, -1)
      expect(whole).toEqual(owed.slice(0, whole.length))
    }),
  )
})
