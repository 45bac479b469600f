import { formatAmount } from '@adtally/money/money.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Transaction } from '../../../database/database.ts'
import { newId } from '../../../database/identifiers.ts'
import { inventCause } from '../../../testing/invented-causes.ts'
import { reasonOf } from '../../../testing/reason-of.ts'
import { type TestServices, testServices } from '../../../testing/servers/test-services.ts'
import { type BuiltStaff, buildStaff } from '../../../testing/worlds/build-staff.ts'
import { flowLine, PLATFORM_ID, postTransfers, verifyLedger } from '../../ledger/index.ts'
import { readProperty } from '../funds/property.ts'
import { placeHoldVerb } from '../holds/place-hold.ts'
import { withdrawalDifferences } from '../repository.ts'
import { type BankDesk, bankDesk } from '../testing/bank-desk.ts'
import { cancelWithdrawal } from '../withdrawals/cancel-withdrawal.ts'
import { approveWithdrawalVerb } from '../withdrawals/decide-withdrawal.ts'
import { readWithdrawal } from '../withdrawals/withdrawals.ts'
import { depositAccountFor } from './deposit-account.ts'
import { recallDepositVerb } from './recall-deposit.ts'
import { depositsOf } from './recalls.repository.ts'

describe('a deposit recalled whose money is in a withdrawal (PRODUCT §2.4, §3)', () => {
  const ACCOUNT = { name: 'Someone', account: 'DE89370400440532013000' }
  const ENDED = { status: 'ended', ended_reason: 'deposit_recalled' }
  const HOUR_MS = 3_600_000
  let own: TestServices
  let desk: BankDesk
  let staff: BuiltStaff
  beforeAll(async () => {
    own = await testServices()
    desk = bankDesk(own)
    staff = await buildStaff(own.services)
    await desk.importLines([{ ...ACCOUNT, amount: '5000.00', remittance: 'capital' }])
  })
  afterAll(() => own.close())

  function system<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
    return own.services.database.transaction({ kind: 'system' }, work)
  }

  /** A customer with a deposit of 100.00 and withdrawals of these amounts. */
  async function customerAsking(...amounts: bigint[]) {
    const customer = await desk.customer('100.00')
    const { customer_id } = customer
    const [deposit] = await system((tx) => depositsOf(tx, customer_id, 1))
    if (!deposit) throw new Error('no deposit')
    const read = async (withdrawal_id: string) =>
      (await readWithdrawal(own.services, customer_id, withdrawal_id)).row
    const withdrawals: { withdrawal_id: string; number: string; read: () => ReturnType<typeof read> }[] = []
    for (const amount of amounts) {
      const { withdrawal_id } = await desk.ask(customer, amount)
      const { number } = await read(withdrawal_id)
      withdrawals.push({ withdrawal_id, number, read: () => read(withdrawal_id) })
    }
    return {
      ...{ customer, customer_id, deposit, withdrawals },
      get asked() {
        const [first] = withdrawals
        if (!first) throw new Error('no withdrawal')
        return first
      },
      wallet: () => readProperty(own.services, customer_id, 'en'),
      async hold(reason: 'disputed_deposit' | 'account_theft', amount: bigint, withdrawal: string) {
        const facts = reason === 'account_theft' ? { report: 'chat 1' } : { deposit_id: deposit.deposit_id }
        const input = {
          customer: customer_id,
          reason,
          amount,
          evidence: 'Seen',
          withdrawal_number: withdrawal,
          ...facts,
        }
        await desk.agreed(placeHoldVerb, input)
      },
      async recall(amount: string) {
        const remittance = `RECALL ${deposit.bank_reference}`
        await desk.importLines([{ ...ACCOUNT, amount: `-${amount}`, remittance }])
        const bank_reference = desk.newestReference()
        const { line_id } = await system((tx) =>
          tx
            .selectFrom('wallet.bank_lines')
            .select('line_id')
            .where('bank_reference', '=', bank_reference)
            .executeTakeFirstOrThrow(),
        )
        const recall = { line_id, deposit_id: deposit.deposit_id, reason: 'Recalled' }
        return await desk.agreed(recallDepositVerb, recall)
      },
      approve: (number: string) => desk.agreed(approveWithdrawalVerb, { number }),
      send: (number: string) => desk.sent(number),
    }
  }

  const taken = (shares: Partial<Record<'risk_hold' | 'available' | 'reserve' | 'shortfall', string>>) => ({
    outcome: { risk_hold: '0.00', available: '0.00', reserve: '0.00', shortfall: '0.00', ...shares },
  })

  async function expectProved() {
    expect(await system(withdrawalDifferences)).toEqual([])
    expect((await system(verifyLedger)).differences).toEqual([])
  }

  test('all of it on hold: it ends with its reason, and another withdrawal keeps its own money', async () => {
    const one = await customerAsking(100_000_000n)
    const { reference: remittance } = await depositAccountFor(own.services, one.customer_id)
    await desk.importLines([{ ...ACCOUNT, amount: '100.00', remittance }])
    const other = await desk.ask(one.customer, 100_000_000n)
    const { row } = await readWithdrawal(own.services, one.customer_id, other.withdrawal_id)
    const { asked: first } = one
    await one.hold('disputed_deposit', 100_000_000n, first.number)
    expect((await first.read()).status).toBe('held')
    expect(await one.recall('100.00')).toMatchObject(taken({ risk_hold: '100.00' }))
    expect(await first.read()).toMatchObject(ENDED)
    expect(await reasonOf(cancelWithdrawal(own.services, one.customer_id, first.withdrawal_id))).toBe(
      'withdrawal_not_cancellable',
    )
    expect(await one.wallet()).toMatchObject({ available_balance: '0.00', on_hold: '100.00' })
    await expectProved()
    await one.approve(row.number)
    await desk.sent(row.number)
    const sent = await readWithdrawal(own.services, one.customer_id, other.withdrawal_id)
    expect(sent.row).toMatchObject({ status: 'sent', payout_micros: 100_000_000n })
    expect(await one.wallet()).toMatchObject({ available_balance: '0.00', on_hold: '0.00' })
    await expectProved()
  })

  test('part of it taken: what is left is available, though it was approved; the customer is told', async () => {
    const one = await customerAsking(80_000_000n)
    const { asked } = one
    await one.hold('disputed_deposit', 50_000_000n, asked.number)
    await one.approve(asked.number)
    expect(await one.recall('20.00')).toMatchObject(taken({ risk_hold: '20.00' }))
    expect(await asked.read()).toMatchObject(ENDED)
    expect(await one.wallet()).toMatchObject({ available_balance: '80.00', on_hold: '0.00', holds: [] })
    expect(await reasonOf(one.send(asked.number))).toBe('state_conflict')
    const { rows: told } = await system((tx) =>
      sql`
        select payload ->> 'message' as message, payload -> 'values' ->> 'reason' as reason,
          payload -> 'values' ->> 'amount' as amount
        from platform.outbox where key = ${one.customer_id} order by id desc limit 3`.execute(tx),
    )
    expect(told).toEqual([
      { message: 'deposit_reversed', reason: null, amount: '20.00' },
      { message: 'hold_released', reason: null, amount: '30.00' },
      { message: 'withdrawal_ended', reason: 'deposit_recalled', amount: '30.00' },
    ])
    await expectProved()
  })

  test('another hold on it stays on hold until that one releases', async () => {
    const one = await customerAsking(80_000_000n)
    const { asked } = one
    await one.hold('disputed_deposit', 30_000_000n, asked.number)
    await one.hold('account_theft', 20_000_000n, asked.number)
    await one.recall('30.00')
    expect(await asked.read()).toMatchObject(ENDED)
    expect(await one.wallet()).toMatchObject({ available_balance: '50.00', on_hold: '20.00' })
    await expectProved()
    await own.advance(73 * HOUR_MS)
    expect(await one.wallet()).toMatchObject({ available_balance: '70.00', on_hold: '0.00' })
    await expectProved()
  })

  test('what goes back bears what the hold did not, as all that can be withdrawn does', async () => {
    const one = await customerAsking(100_000_000n)
    const { asked } = one
    await one.hold('disputed_deposit', 30_000_000n, asked.number)
    expect(await one.recall('90.00')).toMatchObject(taken({ risk_hold: '30.00', available: '60.00' }))
    expect(await asked.read()).toMatchObject(ENDED)
    expect(await one.wallet()).toMatchObject({ available_balance: '10.00', on_hold: '0.00' })
    await expectProved()
  })

  test('its hold released before: it goes on, and is sent for all of it', async () => {
    const one = await customerAsking(50_000_000n)
    const { asked } = one
    await one.hold('disputed_deposit', 50_000_000n, asked.number)
    await own.advance(73 * HOUR_MS)
    expect(await one.recall('50.00')).toMatchObject(taken({ available: '50.00' }))
    await one.approve(asked.number)
    await one.send(asked.number)
    expect(await asked.read()).toMatchObject({ status: 'sent', payout_micros: 50_000_000n })
    expect(await one.wallet()).toMatchObject({ available_balance: '0.00', on_hold: '0.00' })
    await expectProved()
  })

  test('handed over to the bank but for what is on hold: it stays sent', async () => {
    const one = await customerAsking(80_000_000n)
    const { asked } = one
    await one.hold('disputed_deposit', 30_000_000n, asked.number)
    await one.approve(asked.number)
    await one.send(asked.number)
    expect(await one.recall('20.00')).toMatchObject(taken({ risk_hold: '20.00' }))
    expect(await asked.read()).toMatchObject({ status: 'sent', payout_micros: 50_000_000n })
    expect(await one.wallet()).toMatchObject({ available_balance: '30.00', on_hold: '0.00' })
    await expectProved()
  })

  test('control: a withdrawal that goes on without its money is found', async () => {
    const one = await customerAsking(100_000_000n)
    const { asked } = one
    await one.hold('disputed_deposit', 100_000_000n, asked.number)
    await one.recall('100.00')
    const move = (status: string) =>
      own.db.asOwner(
        `begin; set local adtally.scope = 'system'; alter table wallet.withdrawals disable trigger user;
         update wallet.withdrawals set status = '${status}' where number = '${asked.number}';
         alter table wallet.withdrawals enable trigger user; commit`,
      )
    await move('requested')
    expect(await system(withdrawalDifferences)).toEqual([
      { subject: `withdrawals of ${one.customer_id}`, expected_micros: 100_000_000n, found_micros: 0n },
    ])
    await move('ended')
    await expectProved()
  })

  test('the notice of a recall says what of it the wallet bore, and leads to the line that shows the same [proof 608]', async () => {
    await system(async (tx) => {
      const [platform, amount_micros] = [PLATFORM_ID, 210_000_000n]
      const of = (code: 'own' | 'reserve' | 'suspense') => ({ code, owner_id: platform })
      // The reserve covers what the wallets lack in this test and the next, so that payments go on.
      await postTransfers(tx, [
        {
          ...{ id: newId(), kind: 'posted', posting: 'party_paid_in', amount_micros },
          ...{ debit: of('suspense'), credit: of('own'), cause: await inventCause(tx, 'bank_line') },
        },
        {
          ...{ id: newId(), kind: 'posted', posting: 'platform_allotted', amount_micros },
          ...{ debit: of('own'), credit: of('reserve'), cause: await inventCause(tx, 'proposal') },
        },
      ])
    })
    const noticeOf = async (one: Awaited<ReturnType<typeof customerAsking>>) => {
      const { rows } = await system((tx) =>
        sql<{ values: Record<string, string>; line: string | null }>`
          select payload -> 'values' as values, payload ->> 'subject_id' as line from platform.outbox
          where key = ${one.customer_id} and payload ->> 'message' = 'deposit_reversed'`.execute(tx),
      )
      const [notice] = rows
      if (!notice) throw new Error('no notice')
      const { line } = notice
      const shown = line === null ? null : await system((tx) => flowLine(tx, one.customer_id, line))
      return { ...notice.values, shown: shown && formatAmount(shown.amount_micros) }
    }
    const all = await customerAsking()
    await all.recall('100.00')
    expect(await noticeOf(all)).toEqual({ amount: '100.00', taken: '100.00', share: 'all', shown: '-100.00' })
    const some = await customerAsking(20_000_000n, 50_000_000n)
    await some.hold('disputed_deposit', 10_000_000n, some.withdrawals[0]?.number ?? '')
    await some.recall('100.00')
    expect(await noticeOf(some)).toEqual({ amount: '100.00', taken: '50.00', share: 'part', shown: '-50.00' })
    const none = await customerAsking(100_000_000n)
    await none.recall('100.00')
    expect(await noticeOf(none)).toEqual({ amount: '100.00', taken: '0.00', share: 'none', shown: null })
    await expectProved()
  })

  test('what was deposited in all is less by what recalls took from the wallet, not by all they took back [proof 686]', async () => {
    const one = await customerAsking(70_000_000n)
    expect(await one.wallet()).toMatchObject({ total_deposited: '100.00' })
    expect(await one.recall('90.00')).toMatchObject(taken({ available: '30.00', reserve: '60.00' }))
    expect(await one.wallet()).toMatchObject({ total_deposited: '70.00' })
  })

  // Last, because payments are stopped from here on (PRODUCT §2.11).
  test('recalled above the wallet: whoever decides on a withdrawal or pays it is told how much, and decides (PRODUCT §2.3) [proof 605]', async () => {
    const one = await customerAsking(60_000_000n, 10_000_000n)
    const other = await customerAsking(30_000_000n)
    const [asked, second] = one.withdrawals
    const [untouched] = other.withdrawals
    if (!asked || !second || !untouched) throw new Error('no withdrawal')
    const told = async (number: string) =>
      (await approveWithdrawalVerb.propose(own.services, staff.maker, { number })).says
    const before = approveWithdrawalVerb.propose(own.services, staff.maker, { number: asked.number })
    expect((await before).says).not.toContain('recalled')
    await one.approve(second.number)
    expect(await one.recall('100.00')).toMatchObject(taken({ available: '30.00', shortfall: '70.00' }))
    // The earlier proposal was made on other facts.
    expect(await reasonOf(desk.approved(before))).toBe('proposal_changed')
    const office = await desk.office()
    const { proposal_id } = await before
    const sentence =
      'The bank has recalled 70.00 USD more of their deposits than their wallet had, and the platform paid it'
    const shown = await office.check('show-proposal', { proposal_id })
    expect(shown.now).toMatchObject({
      says: expect.stringContaining(sentence),
      after: { recalled_beyond_wallet: '70.00 USD' },
    })
    expect(await told(untouched.number)).not.toContain('recalled')
    const listed = (await office.list('list-withdrawals')).map(({ number, recalled_beyond_wallet }) => [
      number,
      recalled_beyond_wallet,
    ])
    expect(listed).toEqual(
      expect.arrayContaining([
        [asked.number, '70.00'],
        [second.number, '70.00'],
        [untouched.number, '0.00'],
      ]),
    )
    const ordered = await office.run('propose-payout-file', { numbers: second.number })
    const order = await office.check('show-proposal', { proposal_id: ordered.proposal_id })
    expect(order.now).toMatchObject({
      before: {
        [second.number]: '10.00 USD approved; recalled beyond their wallet: 70.00 USD',
      },
    })
    await desk.approved(before, String(Object(shown.now).facts_hash))
    expect(await asked.read()).toMatchObject({ status: 'approved' })
    await expectProved()
  })
})
