import { sql } from 'kysely'
import { afterAll, describe, expect, test } from 'vitest'
import { newId } from '../../../database/identifiers.ts'
import { plant } from '../../../testing/plant.ts'
import { reasonOf } from '../../../testing/reason-of.ts'
import { testServices } from '../../../testing/servers/test-services.ts'
import { camt053File } from '../../../testing/worlds/bank-statement-files.ts'
import { buildStaff } from '../../../testing/worlds/build-staff.ts'
import { findOpenProposals, verbsOf } from '../../operators/index.ts'
import { recallDepositVerb } from '../deposits/recall-deposit.ts'
import { depositsOf } from '../deposits/recalls.repository.ts'
import { placeHoldVerb } from '../holds/place-hold.ts'
import { StatementBank } from '../testing/statement-bank.ts'
import { ownMoneyMatchVerb } from '../withdrawals/own-money.ts'
import { SUSPENSE } from './bank-accounts.ts'
import { withdrawStatementVerb } from './withdraw-statement.ts'

const t = await testServices()
afterAll(() => t.close())
const bank = new StatementBank(t)
const maker = (await buildStaff(t.services)).maker

describe('what books by itself (PRODUCT §2.6)', () => {
  test('comes to no more than the day’s sum; the rest is for a person, and the next day books again [proof 152]', async () => {
    const { customer_id, reference } = await bank.customerWith('500.00')
    const lines = Array.from({ length: 52 }, () => bank.line('500.00', reference))
    // 500 of the day's 25,000 are used, so only one of the last three fits.
    expect(await bank.book(...lines.slice(0, 48))).toMatchObject({
      deposits_booked: 48,
      deposits_proposed: 0,
    })
    const [last, one, two, three] = lines.slice(48)
    if (!last || !one || !two || !three) throw new Error('there are 52 lines')
    expect(await bank.book(last, one, two)).toMatchObject({ deposits_booked: 1, deposits_proposed: 2 })
    expect(await bank.available(customer_id)).toBe('25000.00')
    const line_id = await bank.lineId(one.bank_reference)
    const [open] = await bank.system((tx) => findOpenProposals(tx, 'deposit.book', line_id))
    await bank.approved(Promise.resolve({ proposal_id: open?.proposal_id ?? '' }))
    expect(await bank.available(customer_id)).toBe('25500.00')
    await t.advance(24 * 3_600_000)
    expect(await bank.book(three)).toMatchObject({ deposits_booked: 1 })
    expect(await bank.differences()).toEqual([])
  })
})

describe('withdraw-statement', () => {
  const withdrawing = (statement_id: string | null) =>
    withdrawStatementVerb.propose(t.services, maker, {
      statement_id: statement_id ?? '',
      reason: 'It was none of the bank’s',
    })

  const recalling = (of: { line_id: string; deposit_id: string }) =>
    recallDepositVerb.propose(t.services, maker, { ...of, reason: 'Never arrived' })

  /** What whoever has the program's password may try. */
  const byItself = (proposal_id: string) =>
    bank.system((tx) => sql`select wallet.withdraw_statement(${proposal_id}::uuid)`.execute(tx))

  /** Lines and statements that the nightly proof reports, and bank accounts that differ from their statement. */
  async function proof() {
    return await bank.system(async (tx) => {
      const { rows } = await sql<{ subject: string }>`
        select subject from reconciliation.bank_line_differences
        union all select subject from reconciliation.statement_differences
        union all select rail from reconciliation.bank_accounts where ledger_micros <> expected_micros`.execute(
        tx,
      )
      return rows.map(({ subject }) => subject)
    })
  }

  async function depositOf(customer_id: string) {
    const [deposit] = await bank.system((tx) => depositsOf(tx, customer_id, 1))
    if (!deposit) throw new Error('no deposit')
    return deposit
  }

  test('takes back a wrong import by two people, newest first, and the true file is imported after [proof 153]', async () => {
    const { customer_id, reference } = await bank.customerWith('10.00')
    const opening = bank.closing
    const [credited, unknown] = [bank.line('100.00', reference), bank.line('40.00', 'nobody')]
    const wrong = await bank.book(credited, unknown)
    expect(wrong).toMatchObject({ deposits_booked: 1, unassigned: 1 })
    const newer = await bank.book(bank.line('1.00', 'nobody'))
    const suspense = await bank.held(SUSPENSE)

    expect(await reasonOf(withdrawing(newId()))).toBe('record_not_found')
    await expect(withdrawing(wrong.statement_id)).rejects.toMatchObject({
      reason: 'statement_not_newest',
      details: { values: { newest: newer.statement_id } },
    })
    const refused = await withdrawing(newer.statement_id)
    const verb = verbsOf(t.modules).find(({ name }) => name === 'refuse-proposal')
    await verb?.run(t.services, (await buildStaff(t.services)).checker, {
      proposal_id: refused.proposal_id,
      reason: 'It is the bank’s',
    })
    await expect(byItself(refused.proposal_id), 'refused').rejects.toThrow('no statement that can go')
    const proposed = withdrawing(newer.statement_id)
    await expect(byItself((await proposed).proposal_id), 'not approved').rejects.toThrow(
      'no statement that can go',
    )
    expect(await reasonOf(bank.approvedBy(maker, (await proposed).proposal_id))).toBe('four_eyes')
    await bank.approved(proposed)
    expect(await bank.held(SUSPENSE)).toBe(suspense - 1_000_000n)
    expect(await proof()).toEqual([])
    expect(await reasonOf(bank.approved(proposed))).toBe('proposal_decided')
    expect(await reasonOf(withdrawing(newer.statement_id))).toBe('statement_not_newest')

    await expect(withdrawing(wrong.statement_id)).rejects.toMatchObject({
      reason: 'statement_in_use',
      details: { values: { lines: credited.bank_reference } },
    })
    const { deposit_id, line_id } = await depositOf(customer_id)
    const hold = placeHoldVerb.propose(t.services, maker, {
      ...{ customer: customer_id, reason: 'disputed_deposit', amount: 30_000_000n, deposit_id },
      evidence: 'The bank knows nothing of it',
    })
    await bank.approved(hold)
    expect(await bank.approved(recalling({ line_id, deposit_id }))).toMatchObject({
      risk_hold: '30.00',
      available: '70.00',
    })
    expect(await bank.available(customer_id)).toBe('10.00')
    expect(await proof(), 'until its statement goes, the proof tells of the line').toContain(
      `line ${line_id}`,
    )
    await bank.approved(withdrawing(wrong.statement_id))
    expect(await proof()).toEqual([])
    expect(await bank.differences()).toEqual([])

    // The bank's true file: the same references with other amounts, following the statement before.
    bank.closing_cents = BigInt(opening.replace('.', ''))
    const lines = [{ ...credited, amount: '60.00' }, unknown]
    expect(await bank.importing({ format: 'camt053', file: camt053File({ opening, lines }) })).toMatchObject({
      ...{ statements: 1, lines: 2, duplicates: 0, deposits_booked: 1 },
    })
    bank.closing_cents += 10_000n
    expect(await bank.available(customer_id)).toBe('70.00')
    await bank.book(bank.line('1.00', 'nobody'))
    expect(await proof()).toEqual([])
    expect(await bank.differences()).toEqual([])
    const [position] = await bank.system((tx) =>
      tx.selectFrom('wallet.bank_positions').selectAll().orderBy('sequence', 'desc').limit(1).execute(),
    )
    expect(position?.closing_balance_micros).toBe(bank.closing_cents * 10_000n)
  })

  test('recalls a deposit by its own line on the newest statement alone', async () => {
    const { customer_id } = await bank.customerWith('5.00')
    const deposit = await depositOf(customer_id)
    await bank.book(bank.line('1.00', 'nobody'))
    expect(await reasonOf(recalling(deposit))).toBe('state_conflict')
  })

  test('what was booked after the proposal is refused at the approval, and the database asks by itself [proof 154]', async () => {
    const { customer_id } = await bank.customerWith('1.00')
    const own = bank.line('50.00', 'capital')
    const { statement_id } = await bank.book(own)
    const proposed = await withdrawing(statement_id)
    const line_id = await bank.lineId(own.bank_reference)
    await bank.agreed(ownMoneyMatchVerb, { line_id })
    expect(await reasonOf(bank.approved(Promise.resolve(proposed)))).toBe('statement_in_use')
    await expect(byItself(newId())).rejects.toThrow('withdraws no statement that can go')
    await expect(byItself(proposed.proposal_id), 'not approved').rejects.toThrow(
      'withdraws no statement that can go',
    )
    await t.db.asOwner(`insert into operators.decisions (proposal_id, verdict, checker_id)
      select '${proposed.proposal_id}', 'approved', staff_id from operators.staff where username = 'checker'`)
    await expect(byItself(proposed.proposal_id), 'in use').rejects.toThrow(
      'withdraws no statement that can go',
    )
    // Control: it is the booked lines that keep it from being withdrawn.
    const undoing = await plant(t.db.asOwner, [
      {
        routine: 'wallet.withdraw_statement',
        from: 'exists (select wallet.lines_in_use(statement.statement_id))',
        to: 'false',
      },
    ])
    const tried = bank.system(async (tx) => {
      await sql`select wallet.withdraw_statement(${proposed.proposal_id}::uuid)`.execute(tx)
      throw new Error('it went')
    })
    await expect(tried).rejects.toThrow('it went')
    for (const undo of undoing) await t.db.asOwner(undo)
    expect(await bank.available(customer_id)).toBe('1.00')
    expect(await proof()).toEqual([])
  })
})
