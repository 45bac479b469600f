import { bankCardEdit, checkPassword, setPassword, withdraw } from '@adtally/contract/money/wallet.ts'
import type { Proof } from '@adtally/contract/operator/finance/books.ts'
import { afterAll, describe, expect, test } from 'vitest'
import { newId } from '../../database/identifiers.ts'
import { LETTER } from '../../testing/office/letter.ts'
import { reasonOf } from '../../testing/reason-of.ts'
import { testProgram } from '../../testing/servers/test-program.ts'
import { transactionPasswordDigest } from '../../testing/worlds/build-customer.ts'
import { buildMarket } from '../../testing/worlds/build-market.ts'
import { buildStaff } from '../../testing/worlds/build-staff.ts'
import { settleBooks, signPostback } from '../delivery/index.ts'

const DAY_MS = 86_400_000
const PHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Mobile/15E148 Safari/604.1'

const t = await testProgram()
afterAll(() => t.close())
const market = await buildMarket(t.services, t.modules)
const customer = await market.customerWith('500.00')
await market.place(customer.customer_id, 100_000_000n)
await askForWithdrawal(customer.token)
await visit()

/** The customer asks to withdraw 20.00 to an account bound earlier, by the real calls. */
async function askForWithdrawal(token: string): Promise<void> {
  const password = transactionPasswordDigest('123456')
  await t.call(setPassword, { password }, { token })
  const account = {
    bank_name: 'Bank',
    beneficiary_name: 'Some Body',
    account_number: 'GB82WEST12345698765432',
  }
  const beneficiary = { kind: 'bank_account', ...account } as const
  const { beneficiary_id } = (await t.call(bankCardEdit, { beneficiary, password }, { token })).data
  const asked = { amount: '20.00', beneficiary_id }
  const { data: checked } = await t.call(checkPassword, { ...asked, password }, { token })
  const grant = checked.grant ?? ''
  const { status } = await t.call(withdraw, { ...asked, grant, request_id: newId() }, { token })
  expect(status).toBe(200)
}

/** A real impression, click and conversion, to produce money for publishers, platform and customer. */
async function visit(): Promise<void> {
  const headers = { origin: market.origin, 'user-agent': PHONE }
  await t.services.delivery.refresh()
  const url = `/delivery/v1/decision?placement=${market.placement_key}&device=device-0000000001`
  const { token, click_url } = (await t.server.inject({ url, headers })).json()
  await t.server.inject({
    method: 'POST',
    url: '/delivery/v1/event',
    headers: { ...headers, 'content-type': 'text/plain' },
    payload: JSON.stringify({ token, kind: 'impression' }),
  })
  const click = await t.server.inject({ url: click_url, headers })
  const click_id = new URL(String(click.headers.location)).searchParams.get('click_id') ?? ''
  const postback = { click_id, goal: 'install', timestamp: t.services.clock.now_ms() }
  const signature = signPostback(market.postback_secret, postback)
  const payload = { advertiser_id: market.advertiser_id, ...postback, signature }
  await t.server.inject({ method: 'POST', url: '/delivery/v1/conversion', payload })
  await settleBooks(t.services)
}

interface Open {
  number: string
  proof: Proof
  subject: string
  difference: string | null
}
const reconcile = () => market.office.run('reconcile')
const open = async (): Promise<Open[]> =>
  (await market.office.list('list-differences')).map((item): Open => Object(item))
const digest = async () =>
  (
    await t.db.asOwner<{ digest: string }>(
      `select md5(string_agg(accounts::text, ',' order by id)) || (select count(*) from ledger.transfers) as digest
      from ledger.accounts`,
    )
  )[0]?.digest

/** Changes tables as the schema's owner, with triggers off. */
async function forced(table: string, ...statements: string[]): Promise<void> {
  const scoped = `set local adtally.scope = 'system'`
  await t.db.asOwner(
    [
      `begin; ${scoped}; alter table ${table} disable trigger user`,
      ...statements,
      `alter table ${table} enable trigger user; commit`,
    ].join(';\n'),
  )
}

test('PRODUCT §2.1, §3: real acts leave no difference, and the proof is kept with its figures', async () => {
  const run = await reconcile()
  expect(run).toMatchObject({ differences: 0, opened: 0 })
  const [kept] = await market.office.list('list-reconciliations')
  expect(kept?.figures).toMatchObject({
    currency: 'USD',
    equation: { assets: '50500.00', equity: '0.00', contra: '0.00' },
    banks: [{ rail: 'main', ledger: '50500.00', closing_balance: '50500.00' }],
  })
  // Without the visit's money the proof of plans would compare nothing.
  const [money] = await t.db.asOwner<{ rows: number }>(
    'select count(*)::integer as rows from reconciliation.event_money where amount_micros > 0',
  )
  expect(money?.rows).toBe(3)
})

const ACCOUNT = (code: string) =>
  `(select id from ledger.accounts where code = '${code}' order by credits_posted_micros + debits_posted_micros desc limit 1)`
const raise = (table: string, column: string, where: string) => (by: number) =>
  `update ${table} set ${column} = ${column} + ${by} where ${where}`
const changeAccount = (code: string, column: string) =>
  raise('ledger.accounts', column, `id = ${ACCOUNT(code)}`)
const first = (table: string, key: string, where: string) =>
  `${key} = (select min(${key}::text) from ${table} where ${where})::${key === 'flow_id' ? 'text' : 'uuid'}`
const STATEMENTS = 'wallet.bank_statements'
const LINES = 'wallet.bank_lines'
const FLOW = 'ledger.flow_lines'
const EVENTS = 'delivery.events'
const WITHDRAWALS = 'wallet.withdrawals'
const NEWEST = `sequence = (select max(sequence) from ${STATEMENTS})`

/** For each proof, one micro-unit planted in a table that it reads, by the schema's owner; `plant(-1)` removes it. */
const PLANTED: [Proof, string, (by: number) => string][] = [
  ['equation', 'ledger.accounts', changeAccount('escrow', 'credits_posted_micros')],
  ['ledger', 'ledger.accounts', changeAccount('customer_available', 'credits_posted_micros')],
  ['bank_account', 'ledger.accounts', changeAccount('bank', 'debits_posted_micros')],
  ['bank_account', STATEMENTS, raise(STATEMENTS, 'closing_balance_micros', NEWEST)],
  ['statement', STATEMENTS, raise(STATEMENTS, 'opening_balance_micros', NEWEST)],
  ['bank_line', LINES, raise(LINES, 'amount_micros', first(LINES, 'line_id', "assigned_kind = 'escrow'"))],
  ['fund_flow', FLOW, raise(FLOW, 'available_micros', first(FLOW, 'flow_id', 'true'))],
  ['plan', EVENTS, raise(EVENTS, 'charge_micros', first(EVENTS, 'event_id', 'charge_micros > 0'))],
  ['withdrawal', WITHDRAWALS, raise(WITHDRAWALS, 'amount_micros', "status = 'requested'")],
  ['withdrawal', 'ledger.accounts', changeAccount('withdrawal_hold', 'credits_posted_micros')],
]

describe('PRODUCT §3: one micro-unit too much is found', () => {
  test.each(PLANTED)('by the proof of %s, in %s', async (proof, table, plant) => {
    const known = new Set((await open()).map(({ number }) => number))
    await forced(table, plant(1))
    const run = await reconcile()
    await forced(table, plant(-1))
    expect(run.opened).toBeGreaterThan(0)
    const opened = (await open()).filter(({ number }) => !known.has(number))
    expect(opened.map((item) => item.proof)).toContain(proof)
    const [item] = opened.filter((one) => one.proof === proof)
    if (item?.difference !== null) expect(['0.000001', '-0.000001']).toContain(item?.difference)
    expect(await reconcile()).toMatchObject({ differences: 0, opened: 0 })
  })
})

describe('a difference', () => {
  const table = 'ledger.accounts'
  /** Only the equation's items, because the same fault also shows in what is recomputed. */
  const equations = async () => (await open()).filter(({ proof }) => proof === 'equation')

  test('opens one item however often it is seen, and another where it changes or comes back', async () => {
    const bank = changeAccount('bank', 'debits_posted_micros')
    const before = (await equations()).length
    await forced(table, bank(3))
    expect(await reconcile()).not.toMatchObject({ opened: 0 })
    expect(await reconcile()).toMatchObject({ opened: 0 })
    expect(await equations()).toHaveLength(before + 1)
    await forced(table, bank(2))
    await reconcile()
    expect(await equations()).toHaveLength(before + 2)
    await forced(table, bank(-5))
    expect(await reconcile()).toMatchObject({ differences: 0 })
  })

  test('is closed by two people with evidence, changes no balance, and stays explained while it lasts', async () => {
    const bank = changeAccount('bank', 'debits_posted_micros')
    const { maker } = await buildStaff(t.services)
    await forced(table, bank(7))
    await reconcile()
    const [item] = (await equations()).filter(({ difference }) => difference === '0.000007')
    const number = item?.number ?? ''
    const flags = { number, explanation: 'A rounding at the bank', evidence_file: LETTER }
    const { evidence_file: _evidence, ...without } = flags
    expect(await reasonOf(market.office.run('close-difference', without))).toBe('field_required')
    const balances_before = await digest()
    const { proposal_id } = await market.office.run('close-difference', flags)
    expect(await reasonOf(market.office.run('approve', { proposal_id }, maker))).toBe('four_eyes')
    await market.office.check('approve', { proposal_id })
    expect(await digest()).toBe(balances_before)
    expect(await reasonOf(market.office.run('close-difference', flags))).toBe('state_conflict')
    const opened = await reconcile()
    expect(opened.opened).toBe(0)
    await forced(table, bank(-7))
    await reconcile()
    // Gone and back: the earlier explanation does not cover it.
    await forced(table, bank(7))
    await reconcile()
    await forced(table, bank(-7))
    expect((await equations()).filter(({ difference }) => difference === '0.000007')).toHaveLength(1)
  })

  test('and the runs are never changed: not by the program, not by the owner', async () => {
    for (const name of ['runs', 'items', 'sightings', 'closings']) {
      await expect(t.db.asProgram(`delete from reconciliation.${name}`)).rejects.toThrow('permission denied')
      await expect(t.db.asOwner(`delete from reconciliation.${name}`)).rejects.toThrow('not allowed')
    }
  })
})

test('the night’s proof runs once a night, whatever jumps: one for 90 nights that were skipped', async () => {
  const nights = async () =>
    (
      await t.db.asOwner<{ night: string }>(
        'select night::text from reconciliation.runs where night is not null',
      )
    ).length
  const module = t.modules.find(({ name }) => name === 'reconciliation')
  await (await module?.start?.(t.services))?.()
  expect(await nights()).toBe(0)
  await t.advance(DAY_MS)
  expect(await nights()).toBe(1)
  await (await module?.start?.(t.services))?.()
  await t.advance(3_600_000)
  expect(await nights()).toBeLessThanOrEqual(2)
  const before = await nights()
  await t.advance(90 * DAY_MS)
  expect(await nights()).toBe(before + 1)
})
