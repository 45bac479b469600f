import { afterAll, expect, inject, test } from 'vitest'
import { missingLock, plant } from '../plant.ts'
import { testDatabase } from '../servers/test-database.ts'
import { testSettings } from '../servers/test-services.ts'
import { openAccount } from '../simulation/acts/people.ts'
import { type Person, World } from '../simulation/world.ts'
import { AT_ONCE, RACES } from './money-races.ts'

// In full in e2e/prove/faults/double-spend.gate.ts. Confirming an order is slow, because it needs proof of identity.
const TRIES = Number(process.env.MONEY_RACE_TRIES ?? 240)
const SHARES = { plans: 0.35, withdrawals: 0.35, coupons: 0.25, orders: 0.05 } as const
const LOST: Record<keyof typeof RACES, readonly string[]> = {
  plans: ['insufficient_balance'],
  withdrawals: ['insufficient_balance'],
  coupons: ['coupon_used'],
  orders: ['exchange_offer_over'],
}

const people = new Map<string, Person>()

const db = await testDatabase()
const place = { ...db, superuser: inject('cluster').superuser }
const world = await World.open(place, testSettings())
// A person per kind, so that one race's leftovers don't pay for another.
for (const kind of Object.keys(RACES)) people.set(kind, await openAccount(world))
afterAll(async () => {
  await world.close()
  await db.close()
})

test.each(['plans', 'withdrawals', 'coupons', 'orders'] as const)(
  'many at once for what one can have: %s are won once, the others are told why',
  { timeout: 900_000 },
  async (kind) => {
    const rounds = Math.max(1, Math.round((TRIES * SHARES[kind]) / AT_ONCE))
    for (let round = 0; round < rounds; round += 1) {
      const reasons = await RACES[kind](world, whoRaces(kind))
      const lost = reasons.filter((reason) => LOST[kind].includes(reason))
      expect(reasons.filter((reason) => reason === 'ok')).toHaveLength(1)
      expect(lost, reasons.join()).toHaveLength(AT_ONCE - 1)
    }
    await world.books.look()
  },
)

test('control: without the row lock money is won twice, or somebody is not answered', {
  timeout: 900_000,
}, async () => {
  await plant((text, values) => world.books.rows(text, values), missingLock())
  const is_clean = (reasons: readonly string[]) =>
    reasons.filter((reason) => reason === 'ok').length === 1 && !reasons.includes('server_error')
  let clean = true
  for (let round = 0; round < 5 && clean; round += 1)
    clean = is_clean(await RACES.withdrawals(world, whoRaces('withdrawals')))
  expect(clean).toBe(false)
})

function whoRaces(kind: string): Person {
  const person = people.get(kind)
  if (!person) throw new TypeError(`nobody races for ${kind}`)
  return person
}
