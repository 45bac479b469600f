import { randomBytes } from 'node:crypto'
import { formatAmount } from '@adtally/money/money.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Transaction } from '../../database/database.ts'
import { newId } from '../../database/identifiers.ts'
import { PostgresDatabase } from '../../database/postgres-database.ts'
import { codeOf } from '../../database/start-error.ts'
import { testProgram } from '../../testing/servers/test-program.ts'
import { type BuiltCustomer, buildCustomer } from '../../testing/worlds/build-customer.ts'
import { buildStaff } from '../../testing/worlds/build-staff.ts'
import { type Move, NOT_ALLOWED, postAlone } from '../../testing/worlds/post-alone.ts'
import { type AccountCode, PLATFORM_ID } from '../ledger/index.ts'
import * as policies from '../policies/index.ts'
import { bankAccount, OWN, SUSPENSE, TRANSIT } from './bank-statements/bank-accounts.ts'
import { assignLine, insertDeposits } from './bank-statements/statements.repository.ts'
import { insertHolds, type NewHold, openHolds, updateHold } from './holds/holds.repository.ts'
import { placeHoldVerb } from './holds/place-hold.ts'
import { moveWithdrawal } from './repository.ts'
import { bankDesk } from './testing/bank-desk.ts'
import { approveWithdrawalVerb } from './withdrawals/decide-withdrawal.ts'
import { takePayoutFile } from './withdrawals/hand-over-payout-file.ts'
import { lockedWithdrawal } from './withdrawals/locked-withdrawal.ts'
import { keepHandOver } from './withdrawals/payouts.repository.ts'

const DAY_MS = 86_400_000
const UNIT = 1_000_000n

const t = await testProgram()
afterAll(() => t.close())
const desk = bankDesk(t)
const staff = await buildStaff(t.services)
const anne = await desk.customer('100.00')
const ben = await desk.customer('100.00')
// A day on, no beneficiary is new any more.
await t.advance(DAY_MS)

const of = (code: AccountCode, { customer_id: owner_id }: { customer_id: string }) => ({ code, owner_id })
const post = (moves: readonly Move[], rows?: (tx: Transaction) => Promise<unknown>) =>
  postAlone(t.services, moves, rows)

const { system } = t

/** A paid-in line that names no owner; a `remittance` of its own may name a payment. */
async function lineOf(amount: string, remittance = 'none'): Promise<string> {
  await desk.importLines([{ amount, name: 'Some Body', account: 'DE89370400440532013000', remittance }])
  const { line_id } = await system((tx) =>
    tx
      .selectFrom('wallet.bank_lines')
      .select('line_id')
      .where('bank_reference', '=', desk.newestReference())
      .executeTakeFirstOrThrow(),
  )
  return line_id
}

describe('a bank line', () => {
  const credited = (line_id: string, customer: { customer_id: string }, amount_micros: bigint): Move => ({
    posting: 'deposit_credited',
    debit: SUSPENSE,
    credit: of('customer_available', customer),
    amount_micros,
    cause: { kind: 'bank_line', id: line_id },
  })
  const bookedFor =
    (line_id: string, customer_id: string, amount_micros: bigint) => async (tx: Transaction) => {
      const deposit_id = newId()
      const booked_at = t.services.clock.now()
      await insertDeposits(tx, [
        { deposit_id, customer_id, line_id, amount_micros, matched_by: 'reference', booked_at },
      ])
      await assignLine(tx, line_id, 'deposit', deposit_id, booked_at)
    }

  /** A customer who gets the reference only now, so that lines that carry it are still unbooked. */
  async function referred(code: string): Promise<BuiltCustomer> {
    const customer = await buildCustomer(t.services)
    const { customer_id } = customer
    await t.db.asOwner(`begin; set local adtally.scope = 'system';
      insert into wallet.deposit_references values ('${customer_id}', '${code}'); commit`)
    return customer
  }

  test('is a deposit of whom its rows say, to the micro-unit, and of nobody before', async () => {
    // Suspense holds more than this line.
    await lineOf('8.00')
    const line_id = await lineOf('7.00', 'AD2222222222')
    const carl = await referred('AD2222222222')
    const amount = 7n * UNIT
    const for_carl = bookedFor(line_id, carl.customer_id, amount)
    expect(await post([credited(newId(), carl, amount)])).toBe(NOT_ALLOWED)
    expect(await post([credited(line_id, carl, amount)])).toBe(NOT_ALLOWED)
    expect(await post([credited(line_id, ben, amount)], for_carl)).toBe(NOT_ALLOWED)
    expect(await post([credited(line_id, carl, amount - 1n)], for_carl)).toBe(NOT_ALLOWED)
    expect(await post([credited(line_id, carl, amount), credited(line_id, carl, 1n)], for_carl)).toBe(
      NOT_ALLOWED,
    )
    const less = bookedFor(line_id, carl.customer_id, amount - 1n)
    expect(await post([credited(line_id, carl, amount - 1n)], less)).toBe(NOT_ALLOWED)
    expect(await post([credited(line_id, carl, amount)], for_carl)).toBe('ok')
    expect(await post([credited(line_id, carl, amount)])).toBe(NOT_ALLOWED)
  })

  test('is a deposit without a second person only where it bears the reference and is small [proof 163]', async () => {
    const { deposit_auto_book_max_micros: most } = policies.current(t.services)
    const [small, large, silent] = [
      await lineOf('1.00', 'AD3333333333'),
      await lineOf(formatAmount(most + 10_000n), 'AD3333333333'),
      await lineOf('1.00'),
    ]
    const customer = await referred('AD3333333333')
    const book = (line_id: string, micros: bigint) =>
      post([credited(line_id, customer, micros)], bookedFor(line_id, customer.customer_id, micros))
    expect(await book(silent, UNIT)).toBe(NOT_ALLOWED)
    expect(await book(large, most + 10_000n)).toBe(NOT_ALLOWED)
    expect(await book(small, UNIT)).toBe('ok')
  })

  test('brought its amount in once', async () => {
    const line_id = await lineOf('3.00')
    const received: Move = {
      posting: 'deposit_received',
      debit: bankAccount('main'),
      credit: SUSPENSE,
      amount_micros: 3n * UNIT,
      cause: { kind: 'bank_line', id: line_id },
    }
    expect(await post([received])).toBe(NOT_ALLOWED)
    expect(await post([{ ...received, amount_micros: 1n }])).toBe(NOT_ALLOWED)
  })

  test('is the platform’s own money by the word of two people alone', async () => {
    const line_id = await lineOf('5.00')
    const own: Move = {
      posting: 'party_paid_in',
      debit: SUSPENSE,
      credit: OWN,
      amount_micros: 5n * UNIT,
      cause: { kind: 'bank_line', id: line_id },
    }
    const assigned = (tx: Transaction) => assignLine(tx, line_id, 'own', PLATFORM_ID, t.services.clock.now())
    expect(await post([own], assigned)).toBe(NOT_ALLOWED)
  })

  test('pays out no withdrawal that does not name it', async () => {
    const line_id = await lineOf('-2.00')
    const confirmed: Move = {
      posting: 'withdrawal_confirmed',
      debit: TRANSIT,
      credit: bankAccount('main'),
      amount_micros: 2n * UNIT,
      cause: { kind: 'bank_line', id: line_id },
    }
    const sent = await sentWithdrawal(2n * UNIT)
    expect(await post([confirmed])).toBe(NOT_ALLOWED)
    const assigned = (tx: Transaction) => assignLine(tx, line_id, 'withdrawal', sent, t.services.clock.now())
    expect(await post([confirmed], assigned)).toBe(NOT_ALLOWED)
    const bounced: Move = {
      posting: 'withdrawal_bounced',
      debit: SUSPENSE,
      credit: of('customer_available', anne),
      amount_micros: 2n * UNIT,
      cause: { kind: 'bank_line', id: await lineOf('2.00') },
    }
    expect(await post([bounced])).toBe(NOT_ALLOWED)
    expect(
      await post([confirmed], async (tx) => {
        await assigned(tx)
        const confirmed_at = t.services.clock.now()
        await moveWithdrawal(tx, sent, { status: 'confirmed', confirmed_at, line_id })
      }),
    ).toBe('ok')
  })
})

const requestedBy = async (customer: typeof anne, amount: bigint) =>
  (await desk.ask(customer, amount)).withdrawal_id
const requested = (amount: bigint) => requestedBy(anne, amount)

async function approved(amount: bigint): Promise<string> {
  const withdrawal_id = await requested(amount)
  const { number } = await system((tx) => lockedWithdrawal(tx, { withdrawal_id }))
  await desk.agreed(approveWithdrawalVerb, { number })
  const { payout_file_id } = await (await desk.office()).decide('propose-payout-file', { numbers: number })
  await takePayoutFile(t.services, staff.maker, String(payout_file_id))
  return withdrawal_id
}

const sent = (withdrawal_id: string, amount_micros: bigint): Move => ({
  posting: 'withdrawal_sent',
  debit: of('withdrawal_hold', anne),
  credit: TRANSIT,
  amount_micros,
  cause: { kind: 'withdrawal', id: withdrawal_id },
})

/** Sent with this amount; the order that pays it must have been taken out. */
const moveToSent = (withdrawal_id: string, payout_micros: bigint) => async (tx: Transaction) => {
  const { payout_file_id } = await tx
    .selectFrom('wallet.payout_file_payments')
    .select('payout_file_id')
    .where('withdrawal_id', '=', withdrawal_id)
    .executeTakeFirstOrThrow()
  const sent_at = await keepHandOver(tx, staff.maker.session_token, payout_file_id)
  await moveWithdrawal(tx, withdrawal_id, { status: 'sent', sent_at, payout_micros })
}

async function sentWithdrawal(payout_micros: bigint): Promise<string> {
  const withdrawal_id = await approved(payout_micros)
  expect(await post([sent(withdrawal_id, payout_micros)], moveToSent(withdrawal_id, payout_micros))).toBe(
    'ok',
  )
  return withdrawal_id
}

describe('a withdrawal', () => {
  test('is asked for once, by its own customer', async () => {
    const withdrawal_id = await requested(4n * UNIT)
    const asked = (customer: { customer_id: string }): Move => ({
      posting: 'withdrawal_asked',
      debit: of('customer_available', customer),
      credit: of('withdrawal_hold', customer),
      amount_micros: 1n,
      cause: { kind: 'withdrawal', id: withdrawal_id },
    })
    expect(await post([asked(anne)])).toBe(NOT_ALLOWED)
    expect(await post([asked(ben)])).toBe(NOT_ALLOWED)
  })

  test('is sent once it says so, whole but for what is on hold, and ends only where it says so', async () => {
    const amount = 4n * UNIT
    const withdrawal_id = await approved(amount)
    const ended: Move = {
      ...sent(withdrawal_id, amount),
      posting: 'withdrawal_ended',
      credit: of('customer_available', anne),
    }
    expect(await post([sent(withdrawal_id, amount)])).toBe(NOT_ALLOWED)
    expect(await post([ended])).toBe(NOT_ALLOWED)
    expect(await post([sent(withdrawal_id, amount - 1n)], moveToSent(withdrawal_id, amount))).toBe(
      NOT_ALLOWED,
    )
    const as_fee = { ...sent(withdrawal_id, amount), credit: { code: 'fee', owner_id: PLATFORM_ID } } as const
    expect(await post([as_fee], moveToSent(withdrawal_id, amount))).toBe(NOT_ALLOWED)
    // Less than the payment order pays.
    expect(await post([sent(withdrawal_id, UNIT)], moveToSent(withdrawal_id, UNIT))).toBe('42501')
    expect(await post([sent(withdrawal_id, amount)], moveToSent(withdrawal_id, amount))).toBe('ok')
    expect(await post([ended])).toBe(NOT_ALLOWED)
  })

  test('begins as one that was asked for', async () => {
    const typed = t.system((tx) =>
      tx
        .insertInto('wallet.withdrawals')
        .values({
          ...{ withdrawal_id: newId(), number: 'W999999', amount_micros: UNIT, rail_fee_micros: 0n },
          ...{ customer_id: anne.customer_id, beneficiary_id: anne.beneficiary_id, status: 'ended' },
          ...{ requested_at: new Date(), send_by: new Date(), approved_at: null, sent_at: null },
          ...{ confirmed_at: null, ended_at: new Date(), ended_reason: 'typed', line_id: null },
        })
        .execute(),
    )
    await expect(typed.catch(codeOf)).resolves.toBe('23514')
  })
})

test('a hold takes its amount once, and gives it back where the database says, once it is released', async () => {
  const amount = 6n * UNIT
  await desk.agreed(placeHoldVerb, {
    customer: ben.customer_id,
    reason: 'account_theft',
    amount,
    evidence: 'Told us in the chat',
    report: newId(),
  })
  const [{ hold_id } = { hold_id: '' }] = await system((tx) => openHolds(tx, ben.customer_id))
  const cause = { kind: 'hold', id: hold_id } as const
  const taken = { debit: of('customer_available', ben), credit: of('risk_hold', ben), cause } as const
  const back: Move = {
    posting: 'hold_released',
    debit: of('risk_hold', ben),
    credit: of('customer_available', ben),
    amount_micros: amount,
    cause,
  }
  const released = (tx: Transaction) =>
    updateHold(tx, hold_id, { released_at: t.services.clock.now(), released_by: 'nobody' })
  expect(await post([{ posting: 'hold', ...taken, amount_micros: 1n }])).toBe(NOT_ALLOWED)
  expect(await post([back])).toBe(NOT_ALLOWED)
  expect(await post([{ ...back, credit: of('withdrawal_hold', ben) }], released)).toBe(NOT_ALLOWED)
  expect(await post([{ ...back, amount_micros: amount - 1n }], released)).toBe(NOT_ALLOWED)
  expect(await post([back], released)).toBe('ok')
  expect(await post([], released)).toBe('23514')
})

describe('a hold without its agreement', () => {
  let owners: PostgresDatabase
  beforeAll(() => {
    owners = new PostgresDatabase(t.db.owner)
  })
  afterAll(() => owners.close())

  const typed = (change: Partial<NewHold>): NewHold => ({
    ...{ hold_id: newId(), customer_id: ben.customer_id, reason: 'account_theft', source: 'available' },
    ...{ withdrawal_id: null, amount_micros: UNIT, fact_hash: randomBytes(32), evidence: 'typed' },
    ...{ created_at: t.services.clock.now(), deadline: t.services.clock.now(), extended_by: null },
    ...{ released_at: null, released_by: null, document_hash: null, authority: null, proposal_id: newId() },
    ...{ proposed_by: null, approved_by: null, clock_stopped_at: null, stopped_ms: 0n, review_count: 0 },
    ...change,
  })
  /** The schema's owner, whom no guard stops, inserts the row; the program's login posts. */
  const hold = async (row: NewHold) => {
    const typing = owners.transaction({ kind: 'system' }, (tx) => insertHolds(tx, [row]))
    const refused = await typing.then(() => null, codeOf)
    if (refused !== null) return refused
    const debit = of(row.source === 'available' ? 'customer_available' : 'withdrawal_hold', row)
    const cause = { kind: 'hold', id: row.hold_id } as const
    return await post([
      { posting: 'hold', debit, credit: of('risk_hold', row), amount_micros: row.amount_micros, cause },
    ])
  }
  const proposal = (amount: bigint) =>
    placeHoldVerb.propose(t.services, staff.maker, {
      ...{ customer: ben.customer_id, reason: 'account_theft', amount },
      ...{ evidence: 'Told us in the chat', report: newId() },
    })

  test('holds nothing: none named, none decided, or named twice [proof 164]', async () => {
    expect(await hold(typed({ proposal_id: null }))).toBe('23514')
    expect(await hold(typed({}))).toBe(NOT_ALLOWED)
    const undecided = await proposal(UNIT)
    expect(await hold(typed({ proposal_id: undecided.proposal_id }))).toBe(NOT_ALLOWED)
    const { proposal_id } = await proposal(UNIT)
    await desk.approved(Promise.resolve({ proposal_id }))
    expect(await hold(typed({ proposal_id }))).toBe('23505')
  })

  test('of a new beneficiary holds their own withdrawal alone, whole [proof 165]', async () => {
    const of_new = { reason: 'new_beneficiary', source: 'withdrawal_hold', proposal_id: null } as const
    const withdrawal_id = await requested(UNIT)
    const whole = { ...of_new, withdrawal_id, customer_id: anne.customer_id }
    expect(await hold(typed({ ...whole, withdrawal_id: await requestedBy(ben, UNIT) }))).toBe(NOT_ALLOWED)
    expect(await hold(typed({ ...whole, amount_micros: UNIT - 1n }))).toBe(NOT_ALLOWED)
    expect(await hold(typed(whole))).toBe('ok')
  })
})
