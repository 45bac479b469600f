import { isAmountText, parseAmount } from '@adtally/money/money.ts'
import { expect, test } from 'vitest'
import { CUSTOMERS, PRODUCTS, SMALL_PRODUCT } from '../seed/catalogue.ts'
import { PAST_ACTS } from './calendar.ts'
import { FOLLOWERS, PAST_CUSTOMERS, PAST_PLANS } from './people.ts'

test('every act of the demo’s past has a name of its own, by which it is known to be done', () => {
  const names = PAST_ACTS.map(({ name }) => name)
  expect(new Set(names).size).toBe(names.length)
})

test('who does something has joined by then, with an amount that the product takes', () => {
  const joined = new Map<string, number>([
    ...CUSTOMERS.map(({ username }) => [username, 0] as const),
    ...PAST_CUSTOMERS.map(({ username, joins_day }) => [username, joins_day] as const),
  ])
  for (const { username, day, product, amount } of PAST_PLANS) {
    expect(joined.get(username), username).toBeLessThan(day)
    const { amount_min } = [...PRODUCTS, SMALL_PRODUCT].find(({ name }) => name === product) ?? {
      amount_min: 'none',
    }
    expect(isAmountText(amount_min), product).toBe(true)
    expect(parseAmount(amount)).toBeGreaterThanOrEqual(parseAmount(amount_min) ?? 0n)
  }
})

test('a follower answers a draft on the day after the leader’s plan, once they follow', () => {
  const [leader] = CUSTOMERS
  const days = new Set(
    PAST_PLANS.filter(({ username }) => username === leader.username).map(({ day }) => day),
  )
  for (const { username, from_day, drafts } of FOLLOWERS) {
    for (const [day] of drafts) {
      expect(days.has(day - 1), `${username}, day ${day}`).toBe(true)
      expect(day - 1).toBeGreaterThanOrEqual(from_day)
    }
  }
})
