import { afterAll, describe, expect, test } from 'vitest'
import { newId } from '../../database/identifiers.ts'
import { LETTER } from '../../testing/office/letter.ts'
import { plant } from '../../testing/plant.ts'
import { reasonOf } from '../../testing/reason-of.ts'
import { deliveryIs } from '../../testing/servers/plan-answers.ts'
import { testServices } from '../../testing/servers/test-services.ts'
import { buildCustomer } from '../../testing/worlds/build-customer.ts'
import { buildAdvertiser, buildProduct, buildPublisher } from '../../testing/worlds/build-marketplace.ts'
import { buildStaff } from '../../testing/worlds/build-staff.ts'
import { PartiesWorld } from '../../testing/worlds/parties-world.ts'
import { newPartner, runPartnerAct } from '../../testing/worlds/partner-world.ts'
import { billSpend, creditConversions } from '../../testing/worlds/unrecorded-delivery.ts'
import type { Partner } from '../partner-verb.ts'
import { placePlan, recordFirstDelivery } from '../plans/index.ts'
import { depositAccountFor } from '../wallet/index.ts'

const UNIT = 1_000_000n
const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

const t = await testServices()
afterAll(() => t.close())
const world = await PartiesWorld.make(t)
const { advertiser_id } = await buildAdvertiser(t.services)
const [shown] = Object.values(await world.office.run('escrow-show', { advertiser_id }))
const account_name = String(Object(shown).account_name)
const { product_id } = await buildProduct(t.services, { advertiser_id, payout: '2.50' })
const { publisher_id } = await buildPublisher(t.services)
const { customer_id } = await buildCustomer(t.services)
const { reference } = await depositAccountFor(t.services, customer_id)
await world.bank({ amount: '400.00', remittance: reference })
await t.drain()
// This test's conversions have no events.
await t.db.asOwner('alter table plans.owed_conversions disable trigger owed_conversions_founded')

const ofPublisher = (partner: Partner, name: string, flags: Record<string, unknown> = {}) =>
  runPartnerAct(t, partner, name, flags)

async function topUp(amount: string): Promise<void> {
  const [line] = await world.bank({ amount, name: account_name })
  await world.office.decide('match-escrow', { line_id: line, advertiser_id })
  await t.drain()
}

async function place(amount_micros: bigint): Promise<string> {
  const parts = { cash_micros: amount_micros, discount_micros: 0n, startup_micros: 0n }
  const placed = await placePlan(t.services, customer_id, { request_id: newId(), product_id, parts })
  return placed.plan_id
}

async function deliver(plan_id: string, charge_micros: bigint, conversions: number): Promise<string[]> {
  const item = { plan_id, publisher_id, charge_micros, fee_micros: charge_micros / 5n }
  const items = Array.from({ length: conversions }, (_, index) => ({
    conversion_id: newId(),
    plan_id,
    occurred_at: new Date(t.services.clock.now_ms() + index),
  }))
  await world.system(async (tx) => {
    await recordFirstDelivery(t.services, tx, [plan_id])
    await billSpend(t.services, tx, { batch_id: newId(), items: [item] })
    await creditConversions(t.services, tx, items)
  })
  await t.drain()
  return items.map(({ conversion_id }) => conversion_id)
}

async function liveUntilSettled(): Promise<void> {
  t.answers.gate = deliveryIs(true)
  for (const by_ms of [2 * HOUR_MS, 8 * DAY_MS]) await t.advance(by_ms)
}

const paidAt = async (conversion_ids: readonly string[]) =>
  await world.system(async (tx) => {
    const rows = await tx
      .selectFrom('plans.owed_conversions')
      .select(['conversion_id', 'paid_at'])
      .where('conversion_id', 'in', [...conversion_ids])
      .orderBy('occurred_at')
      .execute()
    return rows.map(({ paid_at }) => paid_at !== null)
  })

describe('escrow (PRODUCT §1, §4)', () => {
  test('is taken from an account in the verified advertiser’s name only [proof 5]', async () => {
    const [line] = await world.bank({ amount: '20.00', name: 'Somebody Else Ltd' })
    expect(await reasonOf(world.office.run('match-escrow', { line_id: line, advertiser_id }))).toBe(
      'deposit_match_refused',
    )
    expect(await world.balance('escrow', advertiser_id)).toBe(0n)
    await topUp('20.00')
    expect(await world.balance('escrow', advertiser_id)).toBe(20n * UNIT)
  })

  test('pays what is owed first, in event order, and is taken out only with nothing owed', async () => {
    // Escrow 20.00 for a plan of 10.00: the cap pays 8 conversions at 2.50, and two more are owed.
    const plan_id = await place(10n * UNIT)
    const conversions = await deliver(plan_id, 10n * UNIT, 10)
    const owed = conversions.slice(8)
    expect(await paidAt(owed)).toEqual([false, false])
    await world.account('advertiser', advertiser_id)
    const take = { advertiser_id, amount: '1.00', reason: 'Asked for by the advertiser' }
    expect(await reasonOf(world.office.run('take-out-escrow', take))).toBe('escrow_owed')
    await topUp('3.00')
    expect(await paidAt(owed)).toEqual([true, false])
    expect(await world.balance('escrow', advertiser_id)).toBe(UNIT / 2n)
    expect(await reasonOf(world.office.run('take-out-escrow', take))).toBe('escrow_owed')
    await topUp('10.00')
    expect(await paidAt(owed)).toEqual([true, true])
    expect(await world.balance('escrow', advertiser_id)).toBe(8n * UNIT)
    const too_much = { ...take, amount: '8.000001' }
    expect(await reasonOf(world.sent('take-out-escrow', too_much))).toBe('insufficient_balance')
    const { proposal_id } = await world.office.run('take-out-escrow', { ...take, amount: '7.00' })
    const { maker } = await buildStaff(t.services)
    expect(await reasonOf(world.office.run('approve', { proposal_id }, maker))).toBe('four_eyes')
    // A conversion owed only since the proposal blocks the approval as well.
    await world.system((tx) =>
      creditConversions(t.services, tx, [
        { conversion_id: newId(), plan_id, occurred_at: t.services.clock.now() },
      ]),
    )
    expect(await reasonOf(world.office.check('approve', { proposal_id }))).toBe('escrow_owed')
    await t.drain()
    const [number] = await world.sent('take-out-escrow', { ...take, amount: '5.50' })
    expect(await world.balance('escrow', advertiser_id)).toBe(0n)
    expect(await world.balance('transit')).toBe(5_500_000n)
    await world.bank({ amount: '-5.50', name: account_name, remittance: `Payout ${number}` })
    await world.office.run('match-payouts')
    expect(await world.balance('transit')).toBe(0n)
    expect(await statusOf(number)).toBe('confirmed')
  })

  test('that was topped up for what is owed is not set aside for a new plan, however soon that is placed', async () => {
    const [running] = await t.db.asOwner<{ plan_id: string }>(
      "select plan_id from plans.plans where status = 'putFinished'",
    )
    const conversions = Array.from({ length: 2 }, () => ({
      conversion_id: newId(),
      plan_id: running?.plan_id ?? '',
      occurred_at: t.services.clock.now(),
    }))
    await world.system((tx) => creditConversions(t.services, tx, conversions))
    await t.drain()
    // 5.00 is owed and a plan of 10.00 reserves 20.00; the job that pays what is owed has not run yet.
    const pay = async (amount: string) => {
      const [line] = await world.bank({ amount, name: account_name })
      await world.office.decide('match-escrow', { line_id: line, advertiser_id })
    }
    await pay('24.999999')
    expect(await reasonOf(place(10n * UNIT))).toBe('product_escrow_exhausted')
    await pay('0.000001')
    expect(await reasonOf(place(10n * UNIT))).toBe('ok')
    await t.drain()
    expect(await paidAt(conversions.map(({ conversion_id }) => conversion_id))).toEqual([true, true])
    expect(await world.balance('escrow', advertiser_id)).toBe(0n)
  })
})

const statusOf = async (number: string | undefined) => {
  const payouts = await world.office.list('list-payouts')
  return payouts.find((payout) => payout.number === number)?.status
}

describe('publishers (PRODUCT §3, "after 60 days")', () => {
  /** Money in transit from unmatched payments that are being sent back automatically. */
  let ordered = 0n
  const transit = async () => (await world.balance('transit')) - ordered
  const free = () => world.balance('publisher_available', publisher_id)

  test('are paid what is 60 days old, by two people, to a confirmed account, and a bank line confirms it [proof 44]', async () => {
    await liveUntilSettled()
    expect(await free()).toBe(0n)
    await t.advance(60 * DAY_MS - HOUR_MS)
    const early = await free()
    await t.advance(HOUR_MS)
    expect([early, await free()]).toEqual([0n, 8n * UNIT])
    expect(await reasonOf(world.office.run('pay-publishers', { publisher_id }))).toBe('record_not_found')
    ordered = await world.balance('transit')
    await world.account('publisher', publisher_id)
    const [number] = await world.sent('pay-publishers')
    expect([await free(), await transit()]).toEqual([0n, 8n * UNIT])
    expect(await reasonOf(world.sent('pay-publishers'))).toBe('record_not_found')
    // A line of another amount is not matched automatically.
    await world.bank({ amount: '-7.99', remittance: `${number}` }, { amount: '7.99' })
    await world.office.run('match-payouts')
    expect(await statusOf(number)).toBe('sent')
    await world.bank({ amount: '-8.00', remittance: `x ${number?.toLowerCase()} y` })
    await world.office.run('match-payouts')
    expect(await statusOf(number)).toBe('confirmed')
    expect(await transit()).toBe(0n)
  })

  test('the payment orders name account and number, and the reading is in the log', async () => {
    const [payout] = await world.office.list('list-payouts', { payee_id: publisher_id })
    const { batch, number } = Object(payout)
    const [order] = Object.values(await world.office.check('payout-orders', { batch_id: batch }))
    expect(order).toMatchObject({ number, remittance: number, account_number: 'DE89370400440532013000' })
    const [log] = await t.db.asOwner<{ entries: number }>(
      "select count(*)::integer as entries from audit.entries where action = 'payout-orders.read'",
    )
    expect(log?.entries).toBe(1)
  })

  test('a payout that the bank sends back is the publisher’s again', async () => {
    const [payout] = await world.office.list('list-payouts', { payee_id: publisher_id })
    const { number } = Object(payout)
    const [line] = await world.bank({ amount: '8.00', remittance: `RETURN ${number}` })
    const reason = 'Account closed'
    expect(await reasonOf(world.office.run('return-payout', { number, reason }))).toBe('state_conflict')
    await world.office.decide('return-payout', { number, line_id: line, reason })
    expect(await statusOf(number)).toBe('returned')
    expect([await free(), await transit()]).toEqual([8n * UNIT, 0n])
    const [again] = await world.sent('pay-publishers', { publisher_id })
    await world.office.decide('return-payout', { number: again, reason: 'The bank refused it' })
    expect([await free(), await transit()]).toEqual([8n * UNIT, 0n])
  })

  test('a statement’s lines add up from opening to closing balance, each with its cause', async () => {
    const month = t.services.clock.now().toISOString().slice(0, 7)
    const statement = await world.office.run('publisher-statement', { publisher_id, month })
    const lines: unknown[] = Object.values(Object(statement.lines))
    expect(lines.map((line) => [Object(line).kind, Object(line).amount])).toEqual([
      ['earned', '8.00'],
      ['paid', '-8.00'],
      ['returned', '8.00'],
      ['paid', '-8.00'],
      ['returned', '8.00'],
    ])
    expect(lines.map((line) => Object(line).remark)).not.toContain(undefined)
    expect(statement).toMatchObject({ opening: '0.00', credited: '24.00', debited: '16.00', closing: '8.00' })
    expect(await free()).toBe(8n * UNIT)
  })

  test('their own people read the same statement by month, by line and as a file, and every payout [proof 1374]', async () => {
    const finance = await newPartner(t, { side: 'publisher', party_id: publisher_id, role: 'finance' })
    const month = t.services.clock.now().toISOString().slice(0, 7)
    const office = await world.office.run('publisher-statement', { publisher_id, month })
    const { lines, opening, credited, debited, closing } = office
    const { items: months } = await ofPublisher(finance, 'list-earning-statements')
    expect(months[0]).toEqual({ month, opening, credited, debited, closing, lines: 5 })
    expect(months.at(-1)).toMatchObject({ opening: '0.00', closing: '0.00', lines: 0 })
    const paged: unknown[] = []
    let cursor: string | undefined
    do {
      const page = await ofPublisher(finance, 'list-earning-lines', {
        ...{ month, limit: '2' },
        ...(cursor && { cursor }),
      })
      paged.push(...page.items)
      cursor = page.next_cursor
    } while (cursor)
    expect(paged).toEqual(lines)
    expect(await ofPublisher(finance, 'show-earnings')).toMatchObject({
      available: '8.00',
      unsettled: '0.00',
    })
    const { content } = await ofPublisher(finance, 'save-earning-statement', { month })
    const rows = Buffer.from(content).toString().trim().split('\r\n')
    expect(rows).toHaveLength(8)
    expect(rows.at(-1)).toBe('closing,,,,,8.00,USD,sandbox')
    const paid = await ofPublisher(finance, 'list-payouts')
    expect(paid.items.map(({ status }: { status: string }) => status)).toEqual(['returned', 'returned'])
    const other = await newPartner(t, { side: 'publisher', role: 'owner' })
    expect((await ofPublisher(other, 'list-payouts')).items).toEqual([])
    expect((await ofPublisher(other, 'list-earning-lines', { month })).items).toEqual([])
    expect(await ofPublisher(other, 'show-earnings')).toMatchObject({ available: '0.00', unsettled: '0.00' })
  })

  test('negative control: a statement that leaves out what came back does not close with what is there', async () => {
    const undoing = await plant(t.db.asOwner, [
      { routine: 'ledger.publisher_months', from: 'amount_micros, 0, 1', to: '0, 0, 1' },
    ])
    const month = t.services.clock.now().toISOString().slice(0, 7)
    expect((await world.office.run('publisher-statement', { publisher_id, month })).opening).not.toBe('0.00')
    for (const undo of undoing) await t.db.asOwner(undo)
  })

  test('to another account than the two people agreed on nothing goes: the proposal has become pointless', async () => {
    const owner = await newPartner(t, { side: 'publisher', party_id: publisher_id, role: 'owner' })
    const { change_id } = await ofPublisher(owner, 'change-account', {
      account_number: 'GB33BUKB20201555555555',
    })
    await t.advance(24 * HOUR_MS)
    const { proposal_id } = await world.office.run('pay-publishers')
    await world.office.decide('set-payee-account', {
      ...{ payee_kind: 'publisher', payee_id: publisher_id, change_id },
      ...{ evidence_file: LETTER, reason: 'Documents seen' },
    })
    expect(await reasonOf(world.office.check('approve', { proposal_id }))).toBe('proposal_decided')
    expect(await free()).toBe(8n * UNIT)
  })

  test('no one can pay while the money owed to customers is not there (PRODUCT §2.11)', async () => {
    const { proposal_id } = await world.office.run('pay-publishers')
    const missing = world.closing_micros - 1n
    await world.bank({ amount: `-${Number(missing) / 1e6}`, remittance: 'gone' })
    expect(await reasonOf(world.office.run('pay-publishers'))).toBe('payments_stopped')
    expect(await reasonOf(world.office.check('approve', { proposal_id }))).toBe('payments_stopped')
    await world.bank({ amount: `${Number(missing) / 1e6}`, remittance: 'back' })
    await world.office.check('approve', { proposal_id })
    expect(await free()).toBe(0n)
  })
})

describe('the platform (PRODUCT §3, "Platform")', () => {
  const move = (amount: string, way: string) =>
    world.office.decide('move-platform-money', { amount, move: way })

  test('promotions and reserve are filled beforehand, and only what is there goes back [proof 46]', async () => {
    await world.ownMoney('50.00', 'reserve')
    expect(await reasonOf(move('50.000001', 'reserve-own'))).toBe('insufficient_balance')
    expect(await reasonOf(move('0.01', 'promo-own'))).toBe('insufficient_balance')
    await move('20.00', 'reserve-own')
    expect(await world.balance('own')).toBe(20n * UNIT)
    expect(await reasonOf(move('20.01', 'own-promo'))).toBe('insufficient_balance')
    await move('5.00', 'own-promo')
    await move('5.00', 'promo-own')
  })

  test('fees earned bear the bank’s charges, and become own money by two people [proof 47]', async () => {
    const fee = await world.balance('fee')
    expect(fee).toBe(2n * UNIT)
    const [dear, charge] = await world.bank(
      { amount: '-2.01' },
      { amount: '-0.30', remittance: 'Account fee' },
    )
    const reason = 'On the bank’s price list'
    expect(await reasonOf(world.office.decide('match-bank-charge', { line_id: dear, reason }))).toBe(
      'insufficient_balance',
    )
    await world.office.decide('match-bank-charge', { line_id: charge, reason })
    expect(await reasonOf(world.office.run('match-bank-charge', { line_id: charge, reason }))).toBe(
      'state_conflict',
    )
    await move('1.70', 'fee-own')
    expect([await world.balance('fee'), await world.balance('own')]).toEqual([0n, 21_700_000n])
  })

  test('own money is paid out as any party’s [proof 45]', async () => {
    const flags = { amount: '1.70', reason: 'Earned' }
    expect(await reasonOf(world.office.run('pay-own-money', flags))).toBe('payee_account_missing')
    await world.account('platform')
    const [number] = await world.sent('pay-own-money', flags)
    await world.bank({ amount: '-1.70', remittance: `${number}` })
    await world.office.run('match-payouts')
    expect(await world.balance('own')).toBe(20n * UNIT)
  })
})
