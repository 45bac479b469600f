import type { Call, RequestOf } from '@adtally/contract/call.ts'
import { login } from '@adtally/contract/identity/identity.ts'
import { register } from '@adtally/contract/identity/registration.ts'
import {
  transactionFlowCause,
  transactionFlowExport,
  transactionFlowMonth,
} from '@adtally/contract/money/statements.ts'
import { property, transactionFlowDetail, transactionFlowList } from '@adtally/contract/money/wallet.ts'
import { planPut } from '@adtally/contract/plans/plans.ts'
import { afterAll, describe, expect, test } from 'vitest'
import { newId } from '../../../database/identifiers.ts'
import { anyCause } from '../../../testing/any-cause.ts'
import { inventCause } from '../../../testing/invented-causes.ts'
import { testProgram } from '../../../testing/servers/test-program.ts'
import { buildCode, buildCustomer, registrationForm } from '../../../testing/worlds/build-customer.ts'
import { buildMarket } from '../../../testing/worlds/build-market.ts'
import { busyCustomer } from '../../../testing/worlds/busy-customer.ts'
import { type Cause, postTransfers, type Transfer } from '../../ledger/index.ts'
import { bankAccount, SUSPENSE } from '../bank-statements/bank-accounts.ts'

const program = await testProgram()
afterAll(() => program.close())
await anyCause(program.db.asOwner)
const first_day = program.services.clock.now().toISOString().slice(0, 10)
const market = await buildMarket(program.services, program.modules)
const busy = await busyCustomer(program, market, '204816')
const month = first_day.slice(0, 7)

type Query = RequestOf<typeof transactionFlowList>

async function lines(query: Query, token = busy.token, headers: Record<string, string> = {}) {
  return (await program.call(transactionFlowList, query, { token, headers })).data.items
}

const typesOf = (items: { type: string }[]) => [...new Set(items.map(({ type }) => type))].toSorted()

/** The cause of the newest entry of the newest line that a query finds. */
async function causeOf(query: Query) {
  const [line] = await lines(query)
  const { data } = await program.call(transactionFlowDetail, { id: line?.id ?? '' }, { token: busy.token })
  const transfer_id = data.entries.items[0]?.transfer_id ?? ''
  const cause = await program.call(transactionFlowCause, { transfer_id }, { token: busy.token })
  return { transfer_id, ...cause.data }
}

describe('search in the fund flow', () => {
  test('finds by the number or name of what a line speaks of, and nothing of anybody else', async () => {
    const numbers = Object.groupBy(await lines({}), ({ type }) => type)
    const withdrawn = numbers.manual_withdrawal?.[0]?.number ?? ''
    const placed = numbers.ad_serving?.[0]?.number ?? ''
    const paid = numbers.system_deposit?.[0]?.number ?? ''
    expect([withdrawn, placed]).toEqual([expect.stringMatching(/^W\d+$/), expect.stringMatching(/^P\d+$/)])
    expect(typesOf(await lines({ search: withdrawn }))).toEqual(expect.arrayContaining(['manual_withdrawal']))
    expect(typesOf(await lines({ search: placed.toLowerCase() }))).toEqual(['ad_serving'])
    expect(typesOf(await lines({ search: paid }))).toEqual(['system_deposit'])
    expect(typesOf(await lines({ search: 'some body' }))).toEqual(['system_deposit'])
    expect(typesOf(await lines({ search: 'Meadow' }))).toEqual(['ad_serving'])
    expect(await lines({ search: '%' })).toEqual([])
    const other = await market.customerWith('5.00')
    expect(await lines({ search: paid }, other.token)).toEqual([])
    expect(await lines({ search: placed }, other.token)).toEqual([])
  })

  test('keeps to a range of amounts, whatever their sign', async () => {
    expect((await lines({ amount_min: '50', amount_max: '50.00' })).map(({ amount }) => amount)).toEqual([
      '-50.00',
    ])
    expect(typesOf(await lines({ amount_min: '50.000001' }))).toEqual(['system_deposit'])
    expect(
      (await program.call(transactionFlowList, { amount_min: 'x' }, { token: busy.token })).data,
    ).toMatchObject({ reason: 'amount_malformed', field: 'amount_min' })
  })

  test('keeps to days of the zone; one that is on no calendar is refused', async () => {
    expect((await lines({ from: first_day })).length).toBeGreaterThan(2)
    expect(await lines({ until: '2020-02-29' })).toEqual([])
    expect(await lines({ from: '2999-01-01' })).toEqual([])
    const refused = await program.call(transactionFlowList, { from: '2027-02-29' }, { token: busy.token })
    expect(refused.data).toMatchObject({ reason: 'field_invalid', field: 'from' })
  })

  test('goes through what a filter leaves out at a bounded cost a page, and reaches the end', async () => {
    const customer = await market.customerWith('400.00')
    await manyHolds(customer.customer_id, 1_100)
    const found = []
    let pages = 0
    let cursor: string | undefined
    do {
      const query = { amount_min: '300', ...(cursor === undefined ? {} : { cursor }) }
      const { data } = await program.call(transactionFlowList, query, { token: customer.token })
      found.push(...data.items)
      cursor = data.next_cursor ?? undefined
      pages += 1
    } while (cursor !== undefined)
    expect(found.map(({ type }) => type)).toEqual(['system_deposit'])
    expect(pages).toBe(3)
  })
})

async function manyHolds(customer_id: string, count: number): Promise<void> {
  const transfersOf = (cause: Cause) =>
    Array.from({ length: count }, (): Transfer => {
      const id = newId()
      return {
        id,
        kind: 'posted',
        debit: { code: 'customer_available', owner_id: customer_id },
        credit: { code: 'risk_hold', owner_id: customer_id },
        amount_micros: 1n,
        cause,
        flow: { id, type: 'hold', subject_kind: 'hold', subject_id: id },
      }
    })
  await program.system(async (tx) => postTransfers(tx, transfersOf(await inventCause(tx, 'hold'))))
}

describe('an entry opens its cause', () => {
  test('a deposit: the bank line with its reference, and who paid', async () => {
    const { number, facts } = await causeOf({ type: 'system_deposit' })
    expect(facts).toEqual(
      expect.arrayContaining([
        { name: 'bank_reference', kind: 'text', value: number },
        { name: 'payer', kind: 'text', value: 'Some Body' },
        { name: 'amount', kind: 'amount', value: '400.00' },
      ]),
    )
  })

  test('a withdrawal: number and amount; a hold: reason in words and deadline', async () => {
    const withdrawal = await causeOf({ type: 'manual_withdrawal' })
    expect(withdrawal.number).toMatch(/^W\d+$/)
    expect(withdrawal.facts).toEqual(
      expect.arrayContaining([{ name: 'amount', kind: 'amount', value: '25.00' }]),
    )
    await market.office.decide('place-hold', {
      customer: busy.customer_id,
      reason: 'account_theft',
      report: 'A stranger signed in',
      amount: '5.00',
      evidence: 'Told in the chat',
    })
    const hold = await causeOf({ type: 'hold' })
    const names = hold.facts.map(({ name }) => name)
    expect(names).toEqual(expect.arrayContaining(['hold_reason', 'amount', 'held_at', 'deadline']))
    expect(hold.facts[0]?.value).toMatch(/someone else used your account/)
  })

  test('a plan: its number, product, and the policy version that it follows', async () => {
    const plan = await causeOf({ type: 'ad_serving' })
    expect(plan).toMatchObject({ kind: 'plan', number: expect.stringMatching(/^P\d+$/), policy_version: 1 })
    expect(plan.facts.map(({ name }) => name)).toEqual(['product', 'amount', 'placed_at'])
  })

  test('a reversal: the entry that it takes back', async () => {
    const customer = await market.customerWith('3.00')
    const credit = { code: 'customer_available', owner_id: customer.customer_id } as const
    const flow = {
      id: newId(),
      type: 'system_deposit',
      subject_kind: 'bank_line',
      subject_id: newId(),
    } as const
    const [paid, back] = [newId(), newId()]
    const received = { debit: bankAccount('main'), credit: SUSPENSE, posting: 'deposit_received' } as const
    await program.system(async (tx) => {
      const cause = await inventCause(tx, 'bank_line')
      const shared = { kind: 'posted', amount_micros: 2_000_000n, cause } as const
      await postTransfers(tx, [
        { id: newId(), ...shared, ...received },
        { id: paid, ...shared, debit: SUSPENSE, credit, posting: 'deposit_credited', flow },
        { id: back, kind: 'reversal', reverses_id: paid, amount_micros: 500_000n, cause, flow },
      ])
    })
    const { data } = await program.call(
      transactionFlowCause,
      { transfer_id: back },
      { token: customer.token },
    )
    expect(data).toMatchObject({ reverses: { transfer_id: paid, amount: '2.00' }, number: null, facts: [] })
  })

  test('is nobody else’s', async () => {
    const { transfer_id } = await causeOf({ type: 'system_deposit' })
    const other = await buildCustomer(program.services)
    const { data } = await program.call(transactionFlowCause, { transfer_id }, { token: other.token })
    expect(data).toMatchObject({ reason: 'record_not_found' })
  })
})

describe('lifetime sums of the wallet', () => {
  test('are those of their flow types’ lines', async () => {
    const { data } = await program.call(property, {}, { token: busy.token })
    const total = (items: { amount: string }[]) =>
      items.reduce((sum, { amount }) => sum + BigInt(amount.replace('.', '')), 0n)
    for (const [type, figure] of [
      ['system_chargeback', data.sys_chargebacks],
      ['virtual_recharge_deduction', data.virtual_recharge_deduction],
      ['profit_sharing', data.profit_sharing],
      ['system_deposit', data.total_deposited],
    ] as const) {
      expect(BigInt(figure.replace('.', '')), type).toBe(total(await lines({ type })))
    }
  })
})

describe('restricted access (PRODUCT §7)', () => {
  const reads: [Call, () => object][] = [
    [property, () => ({})],
    [transactionFlowList, () => ({})],
    [transactionFlowMonth, () => ({ month })],
    [transactionFlowExport, () => ({ month, format: 'csv' })],
    [transactionFlowExport, () => ({ month, format: 'pdf' })],
  ]

  test.each([
    ['customer-disable', 403, 'account_disabled'],
    ['customer-cancel', 404, 'account_cancelled'],
  ] as const)(
    '%s (%i): reads flows, statements and entries, and can do no more',
    async (verb, code, reason) => {
      const { customer_id, username, password, token } = await market.customerWith('12.00')
      await market.office.decide(verb, { customer: username, reason: 'asked for' })
      const signedIn = await program.call(login, { username, password })
      expect(signedIn).toMatchObject({ code, data: { reason } })
      const restricted = String(Object(signedIn.data).restricted_token)
      for (const one of [restricted, token]) {
        for (const [call, input] of reads) {
          const read = () => program.call(call, input(), { token: one })
          await expect.poll(async () => (await read()).code, { message: call.path }).toBe(200)
          const reply = await read()
          expect(reply.data).not.toHaveProperty('reason')
        }
        const [line] = await lines({}, one)
        const { data } = await program.call(transactionFlowDetail, { id: line?.id ?? '' }, { token: one })
        const transfer_id = data.entries.items[0]?.transfer_id ?? ''
        const cause = await program.call(transactionFlowCause, { transfer_id }, { token: one })
        expect(cause.data.facts.length).toBeGreaterThan(0)
      }
      const plan = { request_id: newId(), product_id: market.product_id, amount: '10.00' }
      const placing = await program.call(planPut, plan, { token: restricted })
      expect(placing).toMatchObject({ code, data: { reason } })
      const { available_balance } = (await program.call(property, {}, { token: restricted })).data
      expect([customer_id !== '', available_balance]).toEqual([true, '12.00'])
    },
  )

  test('not activated (402): there is no token, and nothing is shown', async () => {
    const { licence_code } = await buildCode(program.services, { activation: 'by_staff' })
    const form = registrationForm(licence_code)
    const { username, password } = form
    expect(await program.call(register, form)).toMatchObject({ code: 402 })
    const signedIn = await program.call(login, { username, password })
    expect(signedIn).toMatchObject({ code: 402, data: { reason: 'account_not_activated' } })
    expect(signedIn.data).not.toHaveProperty('restricted_token')
    const { code } = await program.call(transactionFlowList, {}, {})
    expect(code).toBe(401)
  })
})
