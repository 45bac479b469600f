import { formatAmount, parseAmount } from '@adtally/money/money.ts'
import * as fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { newId } from '../../database/identifiers.ts'
import { inventCause } from '../../testing/invented-causes.ts'
import { reasonOf } from '../../testing/reason-of.ts'
import { testServices } from '../../testing/servers/test-services.ts'
import { buildCustomer } from '../../testing/worlds/build-customer.ts'
import { buildAdvertiser, buildPublisher } from '../../testing/worlds/build-marketplace.ts'
import { PartiesWorld } from '../../testing/worlds/parties-world.ts'
import { type Movement, PLATFORM_ID, postTransfers } from '../ledger/index.ts'
import { depositAccountFor } from '../wallet/index.ts'

const STEPS = 90
const SEED = 42

const t = await testServices()
afterAll(() => t.close())
const world = await PartiesWorld.make(t)
const { customer_id } = await buildCustomer(t.services)
const { reference } = await depositAccountFor(t.services, customer_id)
await world.bank({ amount: '400.00', remittance: reference })
const { publisher_id } = await buildPublisher(t.services)
const { advertiser_id } = await buildAdvertiser(t.services)
const [shown] = Object.values(await world.office.run('escrow-show', { advertiser_id }))
const account_name = String(Object(shown).account_name)
for (const [kind, id] of [
  ['publisher', publisher_id],
  ['advertiser', advertiser_id],
  ['platform', PLATFORM_ID],
] as const) {
  await world.account(kind, id)
}

/** The money of parties and platform, computed by simple additions. */
const model = {
  available: 400_000_000n,
  escrow: 0n,
  publisher: 0n,
  own: 0n,
  promo: 0n,
  reserve: 0n,
  fee: 0n,
  transit: 0n,
  bank: 400_000_000n,
  /** Payouts under way, and those that the bank has paid. */
  sent: new Map<string, { of: Payee; amount: bigint }>(),
  paid: new Map<string, { of: Payee; amount: bigint }>(),
}
type Payee = 'escrow' | 'publisher' | 'own'
type Pot = 'own' | 'promo' | 'reserve' | 'fee'

async function balancesNow(): Promise<Record<string, bigint>> {
  return {
    available: await world.balance('customer_available', customer_id),
    escrow: await world.balance('escrow', advertiser_id),
    publisher: await world.balance('publisher_available', publisher_id),
    own: await world.balance('own'),
    promo: await world.balance('promo'),
    reserve: await world.balance('reserve'),
    fee: await world.balance('fee'),
    transit: await world.balance('transit'),
    bank: world.closing_micros,
  }
}

/** One step with a random amount; answers the expected and the found outcome. */
type Step = (amount: bigint) => Promise<{ expected: string; found: string }>

/** A move by two people: it succeeds if the pot has enough, and the model follows. */
async function moved(from: Pot, to: Pot, amount: bigint, work: Promise<unknown>) {
  const enough = model[from] >= amount
  if (enough) {
    model[from] -= amount
    model[to] += amount
  }
  return { expected: enough ? 'ok' : 'insufficient_balance', found: await reasonOf(work) }
}

const move = (amount: bigint, from: Pot, to: Pot) =>
  moved(
    from,
    to,
    amount,
    world.office.decide('move-platform-money', { amount: formatAmount(amount), move: `${from}-${to}` }),
  )

async function payOut(of: Payee, amount: bigint) {
  const wanted = of === 'publisher' ? model.publisher : amount
  const enough = wanted > 0n && model[of] >= wanted
  const flags = { amount: formatAmount(wanted), reason: 'Asked for' }
  const verbs = {
    escrow: () => world.sent('take-out-escrow', { ...flags, advertiser_id }),
    publisher: () => world.sent('pay-publishers'),
    own: () => world.sent('pay-own-money', flags),
  }
  let number: string | undefined
  const found = await reasonOf(verbs[of]().then((numbers) => ([number] = numbers)))
  if (enough && number) {
    model[of] -= wanted
    model.transit += wanted
    model.sent.set(number, { of, amount: wanted })
  }
  const refused = of === 'publisher' ? 'record_not_found' : 'insufficient_balance'
  return { expected: enough ? 'ok' : refused, found }
}

async function bankPays(amount: bigint) {
  const [number] = model.sent.keys()
  const payout = model.sent.get(number ?? '')
  if (!number || !payout) return await payIn(amount)
  await world.bank({ amount: `-${formatAmount(payout.amount)}`, remittance: `PAYOUT ${number}` })
  model.bank -= payout.amount
  model.transit -= payout.amount
  model.sent.delete(number)
  model.paid.set(number, payout)
  const { confirmed } = await world.office.run('match-payouts')
  return { expected: number, found: String(confirmed) }
}

async function bankReturns(amount: bigint) {
  const [number] = model.paid.keys()
  const payout = model.paid.get(number ?? '')
  if (!number || !payout) return await payIn(amount)
  const [line] = await world.bank({ amount: formatAmount(payout.amount), remittance: 'RETURN' })
  model.bank += payout.amount
  model[payout.of] += payout.amount
  model.paid.delete(number)
  const work = world.office.decide('return-payout', { number, line_id: line, reason: 'Account closed' })
  return { expected: 'ok', found: await reasonOf(work) }
}

async function payIn(amount: bigint) {
  model.own += amount
  model.bank += amount
  return { expected: 'ok', found: await reasonOf(world.ownMoney(formatAmount(amount))) }
}

async function topUp(amount: bigint) {
  const [line] = await world.bank({ amount: formatAmount(amount), name: account_name })
  model.bank += amount
  model.escrow += amount
  const work = world.office.decide('match-escrow', { line_id: line, advertiser_id })
  return { expected: 'ok', found: await reasonOf(work) }
}

async function bankCharges(amount: bigint) {
  const charge = amount < model.fee ? amount : model.fee
  if (charge === 0n) return await payIn(amount)
  const [line] = await world.bank({ amount: `-${formatAmount(charge)}` })
  model.bank -= charge
  model.fee -= charge
  const work = world.office.decide('match-bank-charge', { line_id: line, reason: 'On the price list' })
  return { expected: 'ok', found: await reasonOf(work) }
}

/** A plan's whole life in the ledger: placed, spent, settled, publisher's hold ended. */
async function earn(amount: bigint) {
  const spend = amount < model.available ? amount : model.available
  const fee = spend / 5n
  if (fee === 0n) return await payIn(amount)
  const plan_id = newId()
  const plan = { code: 'plan_cash', owner_id: customer_id, subject_id: plan_id } as const
  const unsettled = { code: 'publisher_unsettled', owner_id: publisher_id, subject_id: plan_id } as const
  const unearned = { code: 'fee_unearned', owner_id: PLATFORM_ID, subject_id: plan_id } as const
  const own = { code: 'publisher_available', owner_id: publisher_id } as const
  const transfers: Omit<Movement, 'id' | 'kind' | 'cause'>[] = [
    {
      posting: 'plan_placed',
      debit: { code: 'customer_available', owner_id: customer_id },
      credit: plan,
      amount_micros: spend,
    },
    { posting: 'spend', debit: plan, credit: unsettled, amount_micros: spend - fee },
    { posting: 'spend', debit: plan, credit: unearned, amount_micros: fee },
    { posting: 'settlement', debit: unsettled, credit: own, amount_micros: spend - fee },
    {
      posting: 'settlement',
      debit: unearned,
      credit: { code: 'fee', owner_id: PLATFORM_ID },
      amount_micros: fee,
    },
  ]
  await world.system(async (tx) => {
    const [of_plan, of_batch] = [await inventCause(tx, 'plan'), await inventCause(tx, 'spend_batch')]
    await postTransfers(
      tx,
      transfers.map((transfer) => ({
        ...transfer,
        id: newId(),
        kind: 'posted',
        cause: transfer.posting === 'spend' ? of_batch : of_plan,
      })),
    )
  })
  model.available -= spend
  model.publisher += spend - fee
  model.fee += fee
  return { expected: 'ok', found: 'ok' }
}

const STEPS_THERE_ARE: Record<string, Step> = {
  payIn,
  topUp,
  earn,
  bankPays,
  bankReturns,
  bankCharges,
  'allot to promo': (amount) => move(amount, 'own', 'promo'),
  'allot to reserve': (amount) => move(amount, 'own', 'reserve'),
  'promo back': (amount) => move(amount, 'promo', 'own'),
  'reserve back': (amount) => move(amount, 'reserve', 'own'),
  'fee taken': (amount) => move(amount, 'fee', 'own'),
  'pay publisher': (amount) => payOut('publisher', amount),
  'pay escrow': (amount) => payOut('escrow', amount),
  'pay own': (amount) => payOut('own', amount),
}

test(`PRODUCT §3, "Parties paid", "Platform": ${STEPS} random acts are what additions make of them, and the books balance`, async () => {
  const names = Object.keys(STEPS_THERE_ARE)
  const steps = fc.sample(
    fc.record({ name: fc.constantFrom(...names), amount: fc.bigInt({ min: 1n, max: 30_000_000n }) }),
    { numRuns: STEPS, seed: SEED },
  )
  let refused = 0
  for (const [index, { name, amount }] of steps.entries()) {
    const step = STEPS_THERE_ARE[name]
    if (!step) throw new RangeError(name)
    const { expected, found } = await step(amount)
    const where = `step ${index} of seed ${SEED}: ${name} ${formatAmount(amount)}`
    expect(`${where}: ${found}`).toBe(`${where}: ${expected}`)
    if (expected !== 'ok' && !expected.startsWith('P')) refused += 1
    const { sent: _sent, paid: _paid, ...reckoned } = model
    expect({ where, ...(await balancesNow()) }).toEqual({ where, ...reckoned })
  }
  // Some steps must have asked too much, or refusals were not tested.
  expect(refused).toBeGreaterThan(5)
  expect(model.paid.size + model.sent.size).toBeGreaterThan(0)
  await world.office.run('reconcile')
  const differences = await world.office.list('list-differences')
  // This test made plans without events, so the proof of plans reports them; every other proof holds.
  expect(differences.filter((item) => item.proof !== 'plan')).toEqual([])
  const statement = await world.office.run('publisher-statement', {
    publisher_id,
    month: t.services.clock.now().toISOString().slice(0, 7),
  })
  expect(parseAmount(String(statement.closing))).toBe(model.publisher)
})
