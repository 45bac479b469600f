import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  acceptorDetail,
  acceptorOrderComplete,
  acceptorOrderConfirm,
  acceptorOrderDispute,
} from '@adtally/contract/exchange.ts'
import { notifications } from '@adtally/contract/service.ts'
import { setPassword, transactionFlowList } from '@adtally/contract/wallet.ts'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { advanceClock } from '../../database/advance-clock.ts'
import { newId } from '../../database/identifiers.ts'
import { transactionPasswordDigest } from '../../testing/build-customer.ts'
import { buildMarket, type Market } from '../../testing/build-market.ts'
import { reasonOf } from '../../testing/reason-of.ts'
import { type TestProgram, testProgram } from '../../testing/test-program.ts'
import { type AccountCode, balances, verifyLedger } from '../ledger/index.ts'
import { confirmKind } from './confirm-order.ts'
import { listOrders } from './list-orders.ts'
import { escrowTransfers } from './order-money.ts'
import { orderById } from './orders.repository.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS
const password = transactionPasswordDigest('204816')
const SYSTEM = { kind: 'system' } as const

let program: TestProgram
let market: Market
let folder: string
let picture: string
let acceptor_id: string

beforeAll(async () => {
  program = await testProgram()
  market = await buildMarket(program.services, program.modules)
  folder = mkdtempSync(join(tmpdir(), 'adtally-exchange-'))
  picture = join(folder, 'receipt.png')
  const drawn = sharp({ create: { width: 8, height: 8, channels: 3, background: '#0a7a4b' } })
  writeFileSync(picture, await drawn.png().toBuffer())
  acceptor_id = await acceptor('1000.00', '900.00')
  await rate()
})
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true })
  await program.close()
})

const text = (value: unknown) => String(value)
const decide = (verb: string, flags: Record<string, string>) => market.office.decide(verb, flags)
const run = (verb: string, flags: Record<string, string>) => market.office.run(verb, flags)

const rate = () =>
  decide('set-reference-rate', {
    currency: 'EUR',
    rate: '0.920000',
    source: 'ECB reference rates',
    as_of: new Date(program.services.clock.now_ms() - MINUTE_MS).toISOString(),
    reason: 'looked up',
  })

async function acceptor(bond: string, limit: string): Promise<string> {
  const name = `Exchange ${randomBytes(4).toString('hex')} Ltd`
  const made = await decide('create-acceptor', {
    kind: 'individual',
    name,
    legal_name: name,
    account_name: name,
    evidence_hash: randomBytes(32).toString('hex'),
    fee_percent: '0.50',
    reason: 'documents seen',
  })
  const id = text(made.acceptor_id)
  const line = await market.payLine({ amount: bond, name, remittance: 'bond' })
  await decide('match-bond', { line, acceptor_id: id })
  await decide('set-acceptor-limit', { acceptor_id: id, limit, reason: 'agreed' })
  return id
}

interface Buyer {
  customer_id: string
  token: string
}

async function buyer(amount = '200.00'): Promise<Buyer> {
  const { customer_id, token } = await market.customerWith(amount)
  await program.call(setPassword, { password }, { token })
  return { customer_id, token }
}

/** An offer that this customer has entered; its id. */
async function offered({ token }: Buyer, amount = '100.00', of_acceptor = acceptor_id): Promise<string> {
  const flags = { acceptor_id: of_acceptor, amount, currency: 'EUR', rate: '0.910800' }
  const { code } = await run('issue-acceptance-code', flags)
  const { data } = await program.call(acceptorDetail, { code: text(code) }, { token })
  return data.order.order_id
}

const confirm = ({ token }: Buyer, order_id: string, request_id = newId()) =>
  program.call(acceptorOrderConfirm, { request_id, order_id, password }, { token })
const complete = ({ token }: Buyer, order_id: string, request_id = newId()) =>
  program.call(acceptorOrderComplete, { request_id, order_id, password }, { token })
const dispute = ({ token }: Buyer, order_id: string, request_id = newId(), note = 'nothing came') =>
  program.call(acceptorOrderDispute, { request_id, order_id, note }, { token })
const markPaid = (order_id: string) =>
  run('mark-exchange-paid', { order_id, file: picture, note: 'SEPA transfer of today' })

/** The act alone, without who proves it: as it is, or a mutant of it that looks at nothing beforehand. */
async function submit(order_id: string, kind: Partial<typeof confirmKind> = {}): Promise<unknown> {
  const { database, ledger } = program.services
  const found = await database.transaction(SYSTEM, (tx) => orderById(tx, order_id))
  if (!found?.customer_id) throw new RangeError('nobody has entered this code')
  const { customer_id, acceptor_id: of_acceptor } = found
  return await ledger.submit({
    kind: { ...confirmKind, ...kind },
    owner_id: customer_id,
    request_id: newId(),
    request_content: order_id,
    transfers: escrowTransfers(found),
    payload: { order_id, customer_id, acceptor_id: of_acceptor, exchange_paying_limit_ms: DAY_MS },
  })
}
const UNCHECKED = { check: async (_tx: unknown, all: readonly unknown[]) => all.map(() => null) }

async function escrowed(who: Buyer, amount?: string): Promise<string> {
  const order_id = await offered(who, amount)
  expect((await confirm(who, order_id)).data.status).toBe('escrowed')
  return order_id
}

async function paid(who: Buyer, amount?: string): Promise<string> {
  const order_id = await escrowed(who, amount)
  expect((await markPaid(order_id)).status).toBe('paid')
  return order_id
}

async function held(code: AccountCode, owner_id: string): Promise<bigint> {
  const [found] = await program.services.database.transaction(SYSTEM, (tx) =>
    balances(tx, [{ code, owner_id }]),
  )
  return (found?.balance_micros ?? 0n) / 10_000n
}

const wallet = async ({ customer_id }: Buyer) => ({
  available: await held('customer_available', customer_id),
  fx_hold: await held('fx_hold', customer_id),
})

const order = async ({ customer_id }: Buyer, order_id: string) => {
  const { items } = await listOrders(program.services, customer_id, {})
  return items.find((item) => item.order_id === order_id)
}

describe('PRODUCT §3, acceptor order accepted: confirming', () => {
  test('escrows the whole amount, tells until when the acceptor pays, and makes one fund-flow line', async () => {
    const who = await buyer()
    const order_id = await offered(who)
    const { data } = await confirm(who, order_id)
    expect(data).toMatchObject({ status: 'escrowed', timeline: [{}, { reason: 'confirmed' }] })
    const pays_ms = new Date(data.deadline ?? '').getTime() - new Date(data.status_at).getTime()
    expect(pays_ms).toBe(DAY_MS)
    expect(await wallet(who)).toEqual({ available: 10_000n, fx_hold: 10_000n })
    const flow = await program.call(transactionFlowList, { type: 'exchange' }, { token: who.token })
    expect(flow.data.items).toMatchObject([
      { amount: '-100.00', subject_kind: 'exchange_order', subject_id: order_id, number: data.number },
    ])
  })

  test('needs the transaction password, the order’s own customer, and the money', async () => {
    const who = await buyer('50.00')
    const order_id = await offered(who)
    const wrong = { request_id: newId(), order_id, password: transactionPasswordDigest('000000') }
    const refused = await program.call(acceptorOrderConfirm, wrong, { token: who.token })
    expect(refused.data.reason).toBe('transaction_password_wrong')
    expect((await confirm(await buyer(), order_id)).data.reason).toBe('exchange_order_not_found')
    expect((await confirm(who, order_id)).data.reason).toBe('insufficient_balance')
    expect(await wallet(who)).toEqual({ available: 5_000n, fx_hold: 0n })
  })

  test('on devices at once moves the money once; the same request again answers the same', async () => {
    const who = await buyer('500.00')
    const order_id = await offered(who)
    const all = await Promise.all([confirm(who, order_id), confirm(who, order_id), confirm(who, order_id)])
    expect(all.map(({ data }) => data.reason ?? 'ok').toSorted()).toEqual([
      'exchange_offer_over',
      'exchange_offer_over',
      'ok',
    ])
    const second = await offered(who)
    const request_id = newId()
    const same = await Promise.all([confirm(who, second, request_id), confirm(who, second, request_id)])
    expect(same.map(({ code }) => code)).toEqual([200, 200])
    expect((await confirm(who, order_id, request_id)).data.reason).toBe('request_id_reused')
    expect(await wallet(who)).toEqual({ available: 30_000n, fx_hold: 20_000n })
  })

  test('a hundred tries at one code, and at once: one wins, ninety-nine are told why', async () => {
    const who = await buyer('500.00')
    const order_id = await offered(who)
    const all = await Promise.all(Array.from({ length: 100 }, () => reasonOf(submit(order_id))))
    expect(all.toSorted()).toEqual([...Array(99).fill('exchange_offer_over'), 'ok'])
    expect(await wallet(who)).toEqual({ available: 40_000n, fx_hold: 10_000n })
  })

  test('control: without its check both of two at once go on, and the database alone stops the second', async () => {
    const who = await buyer('500.00')
    const order_id = await offered(who)
    const both = await Promise.allSettled([submit(order_id, UNCHECKED), submit(order_id, UNCHECKED)])
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    const [failed] = both.filter((each) => each.status === 'rejected')
    expect(String(failed?.reason)).toMatch(/can't go|has not moved/)
    expect(await wallet(who)).toEqual({ available: 40_000n, fx_hold: 10_000n })
  })

  test('after the code’s thirty minutes is refused, though nobody has noted it yet', async () => {
    const who = await buyer()
    const order_id = await offered(who)
    await program.services.database.transaction(SYSTEM, (tx) => advanceClock(tx, 31n * 60_000n, 'test'))
    expect((await confirm(who, order_id)).data.reason).toBe('exchange_offer_over')
    expect(await wallet(who)).toEqual({ available: 20_000n, fx_hold: 0n })
  })

  test('keeps to a limit that was lowered after the offers: of five at once only what fits', async () => {
    const small = await acceptor('500.00', '500.00')
    const orders: { who: Buyer; order_id: string }[] = []
    for (let made = 0; made < 5; made += 1) {
      const who = await buyer()
      orders.push({ who, order_id: await offered(who, '100.00', small) })
    }
    await decide('set-acceptor-limit', { acceptor_id: small, limit: '250.00', reason: 'less' })
    const all = await Promise.all(orders.map(({ who, order_id }) => confirm(who, order_id)))
    expect(all.map(({ data }) => data.reason ?? 'ok').toSorted()).toEqual([
      ...Array(3).fill('acceptor_limit_exceeded'),
      'ok',
      'ok',
    ])
    // Control: without the check a third goes beyond it.
    const open = orders[all.findIndex(({ code }) => code !== 200)]
    await submit(open?.order_id ?? '', UNCHECKED)
    const [over] = await program.db.asOwner(
      "select sum(amount_micros) > 250000000 as over from acceptors.orders where acceptor_id = $1 and status = 'escrowed'",
      [small],
    )
    expect(over).toEqual({ over: true })
  })
})

describe('PRODUCT §3, acceptor order completed', () => {
  test('needs the payment marked with a picture, then the customer’s word: acceptor and fee are paid', async () => {
    const who = await buyer()
    const before = { acceptor: await held('acceptor_available', acceptor_id), fee: await fees() }
    const order_id = await escrowed(who)
    expect((await complete(who, order_id)).data.reason).toBe('exchange_order_moved_on')
    await markPaid(order_id)
    const marked = await order(who, order_id)
    expect(marked).toMatchObject({ status: 'paid', evidence: [{ party: 'acceptor', images: [{}] }] })
    const { data } = await complete(who, order_id)
    expect(data).toMatchObject({ status: 'completed', deadline: null })
    expect(await wallet(who)).toEqual({ available: 10_000n, fx_hold: 0n })
    expect(await held('acceptor_available', acceptor_id)).toBe(before.acceptor + 9_950n)
    expect(await fees()).toBe(before.fee + 50n)
    const flow = await program.call(transactionFlowList, { type: 'exchange' }, { token: who.token })
    expect(flow.data.items.map(({ amount }) => amount)).toEqual(['-100.00'])
  })

  test('happens once, whoever is faster: devices at once, or two members of staff', async () => {
    const who = await buyer('300.00')
    const order_id = await paid(who)
    const all = await Promise.all([complete(who, order_id), complete(who, order_id), complete(who, order_id)])
    expect(all.filter(({ code }) => code === 200)).toHaveLength(1)
    const other = await paid(who)
    await dispute(who, other)
    const proposed = await run('decide-exchange', {
      order_id: other,
      winner: 'customer',
      reason: 'no payment',
    })
    const [own, staffs] = await Promise.all([
      complete(who, other),
      reasonOf(market.office.check('approve', { proposal_id: proposed.proposal_id })),
    ])
    expect([own.code === 200, staffs === 'ok'].filter(Boolean)).toHaveLength(1)
    const { fx_hold } = await wallet(who)
    expect(fx_hold).toBe(0n)
  })
})

const fees = async () => {
  const [row] = await program.db.asOwner<{ fee: bigint }>(
    "select (credits_posted_micros - debits_posted_micros) / 10000 as fee from ledger.accounts where code = 'fee'",
  )
  return BigInt(row?.fee ?? 0)
}

describe('PRODUCT §3, acceptor order returned', () => {
  test('by itself when the acceptor does not pay in 24 hours, once; or at once when it gives up', async () => {
    const who = await buyer()
    const order_id = await escrowed(who)
    const other = await escrowed(who)
    await run('give-up-exchange', { order_id: other, reason: 'no funds today' })
    expect(await wallet(who)).toEqual({ available: 10_000n, fx_hold: 10_000n })
    await program.advance(DAY_MS - MINUTE_MS)
    expect((await order(who, order_id))?.status).toBe('escrowed')
    await program.advance(MINUTE_MS)
    expect(await order(who, order_id)).toMatchObject({
      status: 'returned',
      timeline: [{}, {}, { reason: 'not_paid_in_time' }],
    })
    expect(await wallet(who)).toEqual({ available: 20_000n, fx_hold: 0n })
    await rate()
    const told = await program.call(notifications, {}, { token: who.token })
    expect(told.data.items.map(({ title }) => title)).toContainEqual(expect.stringMatching(/money returned/))
  })

  test('what was marked paid is disputed after 72 hours, and undecided for ten days returns', async () => {
    const who = await buyer()
    const order_id = await paid(who)
    await program.advance(3 * DAY_MS)
    expect(await order(who, order_id)).toMatchObject({
      status: 'disputed',
      timeline: [{}, {}, {}, { reason: 'not_confirmed_in_time' }],
    })
    expect((await wallet(who)).fx_hold).toBe(10_000n)
    await program.advance(10 * DAY_MS)
    expect(await order(who, order_id)).toMatchObject({ status: 'returned', deadline: null })
    expect(await wallet(who)).toEqual({ available: 20_000n, fx_hold: 0n })
    await rate()
  })
})

describe('PRODUCT §11, a dispute', () => {
  test('by the customer keeps evidence, once a request; by the acceptor through staff', async () => {
    const who = await buyer('300.00')
    const order_id = await paid(who)
    const request_id = newId()
    const { data } = await dispute(who, order_id, request_id)
    expect(data).toMatchObject({
      status: 'disputed',
      evidence: [{}, { party: 'customer', note: 'nothing came' }],
    })
    expect((await dispute(who, order_id, request_id)).data.evidence).toHaveLength(2)
    expect((await dispute(who, order_id, request_id, 'other')).data.reason).toBe('request_id_reused')
    await run('dispute-exchange', { order_id, note: 'the bank’s stamp', file: picture })
    expect((await order(who, order_id))?.evidence).toHaveLength(3)
    const other = await paid(who)
    await run('dispute-exchange', { order_id: other, note: 'they do not answer' })
    expect((await order(who, other))?.timeline.at(-1)?.reason).toBe('acceptor_disputed')
    expect((await complete(who, other)).data.status).toBe('completed')
    expect((await dispute(who, other)).data.reason).toBe('exchange_order_moved_on')
  })

  test('takes so much evidence of a side and no more', async () => {
    const who = await buyer()
    const order_id = await paid(who)
    for (let sent = 0; sent < 10; sent += 1) expect((await dispute(who, order_id)).code).toBe(200)
    expect((await dispute(who, order_id)).data.reason).toBe('exchange_evidence_too_often')
  })

  test('is decided by two people only, with the reason that the customer reads', async () => {
    const who = await buyer('300.00')
    const order_id = await paid(who)
    const flags = { order_id, winner: 'acceptor', reason: 'the bank confirms it' }
    expect(await reasonOf(run('decide-exchange', flags))).toBe('state_conflict')
    await dispute(who, order_id)
    const { proposal_id } = await run('decide-exchange', flags)
    expect(await reasonOf(run('approve', { proposal_id: text(proposal_id) }))).toMatch(/four_eyes|staff_role/)
    await expect(
      program.db.asOwner(
        `update acceptors.orders set status = 'completed', status_trigger = 'decided_for_acceptor',
           status_at = status_at + interval '1 s', decision_id = $2 where order_id = $1`,
        [order_id, proposal_id],
      ),
    ).rejects.toThrow(/nobody decided/)
    await market.office.check('approve', { proposal_id })
    expect(await order(who, order_id)).toMatchObject({
      status: 'completed',
      timeline: [{}, {}, {}, {}, { reason: 'decided_for_acceptor', detail: 'the bank confirms it' }],
    })
    const other = await paid(who)
    await dispute(who, other)
    await decide('decide-exchange', { order_id: other, winner: 'customer', reason: 'forged receipt' })
    expect(await wallet(who)).toEqual({ available: 20_000n, fx_hold: 0n })
  })

  test('wrongly completed is paid from the bond, whose limit falls with it; never twice, never beyond it', async () => {
    const own = await acceptor('150.00', '150.00')
    const who = await buyer()
    const make = async () => {
      const order_id = await offered(who, '100.00', own)
      await confirm(who, order_id)
      await markPaid(order_id)
      await dispute(who, order_id)
      await decide('decide-exchange', { order_id, winner: 'acceptor', reason: 'looks right' })
      return order_id
    }
    const [first, second] = [await make(), await make()]
    const flags = { order_id: first, reason: 'the receipt was forged' }
    await decide('make-good-exchange', flags)
    expect((await order(who, first))?.status).toBe('made_good')
    expect(await wallet(who)).toEqual({ available: 10_000n, fx_hold: 0n })
    expect(await held('acceptor_bond', own)).toBe(5_000n)
    const [row] = await program.db.asOwner<{ limit_micros: bigint }>(
      'select limit_micros from acceptors.acceptors where acceptor_id = $1',
      [own],
    )
    expect(BigInt(row?.limit_micros ?? 0)).toBe(50_000_000n)
    expect(await reasonOf(run('make-good-exchange', flags))).toBe('state_conflict')
    expect(await reasonOf(decide('make-good-exchange', { ...flags, order_id: second }))).toBe(
      'insufficient_balance',
    )
  })
})

test('PRODUCT §3, parties paid: acceptor and free bond by two people and a bank line; bound bond stays', async () => {
  const own = await acceptor('300.00', '200.00')
  const who = await buyer()
  const order_id = await offered(who, '100.00', own)
  await confirm(who, order_id)
  await markPaid(order_id)
  await complete(who, order_id)
  await decide('set-acceptor-account', {
    acceptor_id: own,
    account_number: 'DE89370400440532013000',
    evidence_hash: randomBytes(32).toString('hex'),
    reason: 'bank letter',
  })
  const flags = { acceptor_id: own, reason: 'asked for' }
  expect(await reasonOf(run('pay-acceptor', { ...flags, amount: '99.51' }))).toBe('insufficient_balance')
  await decide('pay-acceptor', flags)
  expect(await held('acceptor_available', own)).toBe(0n)
  expect(await reasonOf(run('take-out-bond', { ...flags, amount: '100.01' }))).toBe('insufficient_balance')
  await decide('set-acceptor-limit', { acceptor_id: own, limit: '0.01', reason: 'leaves' })
  // The completed order keeps its amount of the bond.
  expect(await reasonOf(run('take-out-bond', { ...flags, amount: '200.01' }))).toBe('insufficient_balance')
  const proposed = await run('take-out-bond', { ...flags, amount: '200.00' })
  await decide('take-out-bond', { ...flags, amount: '100.00' })
  expect(await held('acceptor_bond', own)).toBe(20_000n)
  await expect(market.office.check('approve', { proposal_id: proposed.proposal_id })).rejects.toThrow(
    /needs that much of the bond/,
  )
})

test('the books balance, and escrow is what open orders say', async () => {
  const verified = await program.services.database.transaction(SYSTEM, verifyLedger)
  expect(verified.differences).toEqual([])
  const check = await program.db.asOwner(
    `select held.owner_id from (
       select owner_id, sum(credits_posted_micros - debits_posted_micros) as micros
       from ledger.accounts where code = 'fx_hold' group by owner_id) as held
     left join (select customer_id, sum(amount_micros) as micros from acceptors.orders
       where status in ('escrowed', 'paid', 'disputed') group by customer_id) as open on open.customer_id = held.owner_id
     where held.micros <> coalesce(open.micros, 0)`,
  )
  expect(check).toEqual([])
})
