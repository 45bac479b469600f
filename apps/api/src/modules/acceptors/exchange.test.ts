import { randomBytes } from 'node:crypto'
import { acceptorDetail, acceptorOrderList } from '@adtally/contract/money/exchange.ts'
import { afterAll, describe, expect, test } from 'vitest'
import { reasonOf } from '../../testing/reason-of.ts'
import { testProgram } from '../../testing/servers/test-program.ts'
import { buildCustomer } from '../../testing/worlds/build-customer.ts'
import { buildMarket } from '../../testing/worlds/build-market.ts'
import { balances } from '../ledger/index.ts'

const MINUTE_MS = 60_000

const program = await testProgram()
afterAll(() => program.close())
const market = await buildMarket(program.services, program.modules)

const text = (value: unknown) => String(value)
const decide = (verb: string, flags: Record<string, string>) => market.office.decide(verb, flags)

const rate = (value: string) =>
  decide('set-reference-rate', {
    currency: 'EUR',
    rate: value,
    source: 'ECB reference rates',
    as_of: new Date(program.services.clock.now_ms() - MINUTE_MS).toISOString(),
    reason: 'looked up',
  })
await rate('0.920000')

async function acceptor(bond = '1000.00', limit = '600.00'): Promise<string> {
  const name = `Exchange ${randomBytes(4).toString('hex')}`
  const made = await decide('create-acceptor', {
    kind: 'enterprise',
    name,
    legal_name: `${name} Ltd`,
    account_name: `${name} Ltd`,
    evidence_hash: randomBytes(32).toString('hex'),
    fee_percent: '0.50',
    reason: 'documents seen',
  })
  const acceptor_id = text(made.acceptor_id)
  const line = await market.payLine({ amount: bond, name: `${name} Ltd`, remittance: 'bond' })
  await decide('match-bond', { line_id: line, acceptor_id })
  await decide('set-acceptor-limit', { acceptor_id, limit, reason: 'agreed' })
  return acceptor_id
}

const offer = (acceptor_id: string, amount = '100.00', at = '0.910800') =>
  market.office.run('issue-acceptance-code', { acceptor_id, amount, currency: 'EUR', rate: at })

describe('an acceptor', () => {
  test('is verified by two, pays the bond by bank, and its limit never passes it', async () => {
    const acceptor_id = await acceptor()
    const [bond] = await program.system((tx) =>
      balances(tx, [{ code: 'acceptor_bond', owner_id: acceptor_id }]),
    )
    expect(bond).toBe(1_000_000_000n)
    const above = { acceptor_id, limit: '1000.01', reason: 'more' }
    expect(await reasonOf(decide('set-acceptor-limit', above))).toBe('acceptor_limit_exceeded')
    await expect(
      program.db.asOwner(
        'update acceptors.acceptors set limit_micros = bond_micros + 1 where acceptor_id = $1',
        [acceptor_id],
      ),
    ).rejects.toThrow(/limit_within_bond/)
    await expect(
      program.db.asProgram('update acceptors.acceptors set bond_micros = 1 where acceptor_id = $1', [
        acceptor_id,
      ]),
    ).rejects.toThrow(/permission denied/)
  })

  test('pays no bond from somebody else’s account', async () => {
    const acceptor_id = await acceptor()
    const line = await market.payLine({ amount: '50.00', name: 'A Friend', remittance: 'bond' })
    expect(await reasonOf(market.office.run('match-bond', { line_id: line, acceptor_id }))).toBe(
      'deposit_match_refused',
    )
  })

  test('offers no more than its limit, all open orders together', async () => {
    const acceptor_id = await acceptor()
    await offer(acceptor_id, '400.00')
    expect(await reasonOf(offer(acceptor_id, '200.01'))).toBe('acceptor_limit_exceeded')
    await offer(acceptor_id, '200.00')
    await program.advance(31 * MINUTE_MS)
    await offer(acceptor_id, '600.00')
  })

  test('of twenty offers at once only those within the limit are made', async () => {
    const acceptor_id = await acceptor()
    const all = await Promise.all(Array.from({ length: 20 }, () => reasonOf(offer(acceptor_id, '100.00'))))
    expect(all.filter((reason) => reason === 'ok')).toHaveLength(6)
  })

  test('makes none far from the reference, without a fresh one, or when closed', async () => {
    const acceptor_id = await acceptor()
    expect(await reasonOf(offer(acceptor_id, '100.00', '0.820000'))).toBe('field_invalid')
    const open = await offer(acceptor_id)
    const { token } = await buildCustomer(program.services)
    await program.call(acceptorDetail, { code: text(open.code) }, { token })
    await market.office.run('close-acceptor', { acceptor_id, reason: 'complaints' })
    expect(await reasonOf(offer(acceptor_id))).toBe('state_conflict')
    const closed = await program.call(acceptorDetail, { code: text(open.code) }, { token })
    expect(closed.data.reason).toBe('acceptance_code_error')
    await decide('open-acceptor', { acceptor_id, reason: 'cleared' })
    await offer(acceptor_id)
    await program.advance(25 * 60 * MINUTE_MS)
    expect(await reasonOf(offer(acceptor_id))).toBe('reference_rate_missing')
    await rate('0.920000')
  })
})

describe('an acceptance code', () => {
  test('shows acceptor, limit, bond, rate against reference, spread and fee; and moves nothing', async () => {
    const acceptor_id = await acceptor()
    const { code, number } = await offer(acceptor_id)
    const { token, customer_id } = await buildCustomer(program.services)
    const { data } = await program.call(acceptorDetail, { code: text(code) }, { token })
    expect(data).toMatchObject({
      acceptor: { acceptor_id, kind: 'enterprise', limit: '600.00', bond: '1000.00', completed_orders: 0 },
      order: {
        number,
        status: 'offered',
        amount: '100.00',
        fee: '0.50',
        fee_percent: '0.50',
        receive_amount: '90.6246',
        receive_currency: 'EUR',
        rate: '0.910800',
        reference_rate: '0.920000',
        reference_source: 'ECB reference rates',
        spread_percent: '1.00',
      },
    })
    const moved = await program.db.asOwner('select from ledger.accounts where owner_id = $1', [customer_id])
    expect(moved).toEqual([])
    const list = await program.call(acceptorOrderList, {}, { token })
    expect(list.data.items).toEqual([data.order])
  })

  test('is the first one’s who enters it: of ten at once one, who may look again', async () => {
    const { code } = await offer(await acceptor())
    const tokens = []
    for (let index = 0; index < 10; index += 1) tokens.push((await buildCustomer(program.services)).token)
    const enter = (token: string) => program.call(acceptorDetail, { code: text(code) }, { token })
    const answers = await Promise.all(tokens.map(enter))
    expect(answers.map(({ data }) => data.reason ?? 'ok').toSorted()).toEqual([
      ...Array(9).fill('acceptance_code_error'),
      'ok',
    ])
    const winner = tokens[answers.findIndex(({ code: answered }) => answered === 200)] ?? ''
    expect((await enter(winner)).code).toBe(200)
  })

  test('ends after thirty minutes, and the order says so', async () => {
    const { code } = await offer(await acceptor())
    const { token } = await buildCustomer(program.services)
    await program.call(acceptorDetail, { code: text(code) }, { token })
    await program.advance(30 * MINUTE_MS)
    const late = await program.call(acceptorDetail, { code: text(code) }, { token })
    expect(late).toMatchObject({ code: 405, data: { reason: 'acceptance_code_error', field: 'code' } })
    expect(late.msg).toBe('Acceptance code error, please re-enter')
    const { data } = await program.call(acceptorOrderList, {}, { token })
    expect(data.items).toMatchObject([
      {
        status: 'expired',
        deadline: null,
        timeline: [
          { status: 'offered', reason: null },
          { status: 'expired', reason: 'code_expired' },
        ],
      },
    ])
  })

  test('can be withdrawn until it is confirmed, with the reason in the customer’s feed', async () => {
    const { code, order_id } = await offer(await acceptor())
    const { token, customer_id } = await buildCustomer(program.services)
    await program.call(acceptorDetail, { code: text(code) }, { token })
    const flags = { order_id: text(order_id), reason: 'asked by the acceptor' }
    await market.office.run('withdraw-acceptance-code', flags)
    expect(await reasonOf(market.office.run('withdraw-acceptance-code', flags))).toBe('state_conflict')
    const feed = await program.db.asOwner<{ reason: string }>(
      "select reason from audit.entries where customer_id = $1 and action = 'acceptance_code.withdrawn'",
      [customer_id],
    )
    expect(feed).toEqual([{ reason: 'asked by the acceptor' }])
  })

  test('is not found by trying: ten wrong ones end the tries, a right one gives its own back [proof 82]', async () => {
    const { code } = await offer(await acceptor())
    const { token } = await buildCustomer(program.services)
    const enter = async (typed: string) =>
      (await program.call(acceptorDetail, { code: typed }, { token })).data.reason
    for (let tries = 0; tries < 9; tries += 1)
      expect(await enter('AAAA-BBBB-CCCC')).toBe('acceptance_code_error')
    expect(await enter(text(code))).toBeUndefined()
    expect(await enter('no code')).toBe('acceptance_code_error')
    expect(await enter(text(code))).toBe('too_many_requests')
    const wrong = await program.db.asOwner('select from audit.entries where action = $1', [
      'acceptance_code.wrong',
    ])
    expect(wrong.length).toBeGreaterThanOrEqual(10)
  })
})

test('an order’s terms, owner and state are the database’s to keep', async () => {
  const { order_id, code } = await offer(await acceptor())
  const { token } = await buildCustomer(program.services)
  await program.call(acceptorDetail, { code: text(code) }, { token })
  const change = (set: string) =>
    program.db.asOwner(`update acceptors.orders set ${set} where order_id = $1`, [order_id])
  await expect(change('rate_micros = 1')).rejects.toThrow(/fixed|rate_near_reference/)
  await expect(change('customer_id = acceptor_id')).rejects.toThrow(/somebody's/)
  await expect(change("status = 'completed', status_trigger = 'customer_confirmed'")).rejects.toThrow(
    /can't go/,
  )
  await expect(program.db.asProgram('select from acceptors.orders')).resolves.toEqual([])
})
