import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { camt053File, csvFile, type FileLine } from '../../testing/bank-statement-files.ts'
import { buildCustomer } from '../../testing/build-customer.ts'
import { buildStaff } from '../../testing/build-staff.ts'
import { reasonOf } from '../../testing/reason-of.ts'
import { type TestServices, testServices } from '../../testing/test-services.ts'
import { gatherHandlers, workOneJob } from '../../worker/work.ts'
import { csvMapping } from '../bank/index.ts'
import { balances, PLATFORM_ID, verifyLedger } from '../ledger/index.ts'
import { approve, findOpenProposals, propose } from '../operators/index.ts'
import { SUSPENSE, TRANSIT } from './bank-accounts.ts'
import { proposeSendReturns } from './confirm-return.ts'
import { depositAccountFor } from './deposit-account.ts'
import { type ImportInput, importStatement } from './import-statement.ts'
import { proposeHold } from './place-hold.ts'
import { readProperty } from './property.ts'
import { proposeRecall } from './recall-deposit.ts'
import { depositsOf } from './recalls.repository.ts'
import { proposeReturn } from './return-deposit.ts'
import { openReturns } from './returns.repository.ts'
import { unassignedLines } from './statements.repository.ts'

const DAY_MS = 86_400_000
const PAYER_ACCOUNT = 'DE89370400440532013000'
let t: TestServices
let closing_cents = 0n
let references = 0

beforeAll(async () => {
  t = await testServices()
  // The platform's own money stands behind what is paid out below, so that payments are not stopped before the last test.
  const capital = line('5000.00', 'capital')
  await book(capital)
  const line_id = await lineId(capital.bank_reference)
  const { maker } = await buildStaff(t.services)
  await approved(
    system((tx) =>
      propose(tx, {
        ...{ action: 'own-money.book', subject_kind: 'bank_line', subject_id: line_id, maker },
        ...{ payload: { line_id }, reason: 'Capital' },
      }),
    ),
  )
})
afterAll(async () => {
  await t.close()
})

const system = <T>(work: Parameters<typeof t.services.database.transaction<T>>[1]) =>
  t.services.database.transaction<T>({ kind: 'system' }, work)

function cents(text: string): bigint {
  return BigInt(text.replace('.', ''))
}

function decimal(value: bigint): string {
  const sign = value < 0n ? '-' : ''
  const digits = String(value < 0n ? -value : value).padStart(3, '0')
  return `${sign}${digits.slice(0, -2)}.${digits.slice(-2)}`
}

function line(amount: string, remittance: string, wishes: Partial<FileLine> = {}): FileLine {
  references += 1
  return {
    ...{ bank_reference: `T${references}`, booked_at: '2026-11-20', amount, remittance },
    ...{ name: 'Nobody Known', account: PAYER_ACCOUNT },
    ...wishes,
  }
}

async function importing(input: Omit<ImportInput, 'rail'>) {
  const { maker } = await buildStaff(t.services)
  return await importStatement(t.services, maker, { rail: 'main', ...input })
}

/** Imports lines as the next statement. */
async function book(...lines: FileLine[]) {
  const result = await importing({
    format: 'camt053',
    file: camt053File({ opening: decimal(closing_cents), lines }),
  })
  for (const { amount } of lines) closing_cents += cents(amount)
  return result
}

async function customerWith(...amounts: string[]) {
  const { customer_id } = await buildCustomer(t.services)
  const { reference } = await depositAccountFor(t.services, customer_id)
  await book(...amounts.map((amount) => line(amount, reference)))
  return { customer_id, reference }
}

async function approved(proposed: Promise<{ proposal_id: string }>) {
  const { checker } = await buildStaff(t.services)
  const acts = t.modules.flatMap((module) => module.approved_acts ?? [])
  const { proposal_id } = await proposed
  return (await approve(t.services, acts, { proposal_id, staff: checker })).outcome
}

async function lineId(bank_reference: string): Promise<string> {
  const found = (await system((tx) => unassignedLines(tx, 10_000))).find(
    (one) => one.bank_reference === bank_reference,
  )
  if (!found) throw new Error(`${bank_reference} does not wait`)
  return found.line_id
}

const available = async (customer_id: string) =>
  (await readProperty(t.services, customer_id, 'en')).available_balance

async function held(account: Parameters<typeof balances>[1][number]): Promise<bigint> {
  return (await system((tx) => balances(tx, [account])))[0]?.balance_micros ?? 0n
}

async function expectBooksRight() {
  expect((await system(verifyLedger)).differences).toEqual([])
}

describe('statements (PRODUCT §2.6)', () => {
  test('lines that an overlapping file brings again are counted and never booked twice', async () => {
    const { customer_id, reference } = await customerWith('10.00')
    const [first, second, third] = [line('1.00', 'x'), line('20.00', reference), line('3.00', reference)]
    const before = decimal(closing_cents)
    await book(first, second)
    const overlapping = camt053File({ opening: before, lines: [first, second, third] })
    expect(await importing({ format: 'camt053', file: overlapping })).toMatchObject({
      lines: 1,
      duplicates: 2,
      deposits_booked: 1,
    })
    closing_cents += 300n
    expect(await available(customer_id)).toBe('33.00')
    const changed = camt053File({
      opening: before,
      lines: [first, { ...second, amount: '21.00' }, line('1.00', 'y')],
    })
    expect(await reasonOf(importing({ format: 'camt053', file: changed }))).toBe('statement_duplicate')
    const all_known = camt053File({ opening: before, lines: [first, second] }).replace('<MsgId>M', '<MsgId>N')
    expect(await reasonOf(importing({ format: 'camt053', file: all_known }))).toBe('statement_duplicate')
    await expectBooksRight()
  })

  test('a statement of the same id, one that does not follow, another account’s or currency’s is refused', async () => {
    const lines = [line('5.00', '-')]
    const file = camt053File({ opening: decimal(closing_cents), lines })
    const id = /<Stmt><Id>([^<]*)/.exec(file)?.[1] ?? ''
    await importing({ format: 'camt053', file })
    closing_cents += 500n
    const next = camt053File({ opening: decimal(closing_cents), lines: [line('1.00', '-')] })
    const refused = (content: string) => reasonOf(importing({ format: 'camt053', file: content }))
    expect(await refused(next.replace(/<Stmt><Id>[^<]*/, `<Stmt><Id>${id}`))).toBe('statement_duplicate')
    const account = '<Acct><Id><IBAN>GB33BUKB20201555555555</IBAN></Id></Acct>'
    expect(await refused(next.replace('</Id>', `</Id>${account}`))).toBe('statement_malformed')
    expect(await refused(next.replaceAll('USD', 'EUR'))).toBe('statement_malformed')
    const gap = camt053File({ opening: decimal(closing_cents + 1n), lines: [line('1.00', '-')] })
    expect(await refused(gap)).toBe('statement_gap')
  })

  test('of a file cut in the middle nothing is kept, however long it is', async () => {
    const before = (await system((tx) => unassignedLines(tx, 10_000))).length
    const suspense = await held(SUSPENSE)
    const whole = camt053File({
      opening: decimal(closing_cents),
      lines: Array.from({ length: 2_500 }, () => line('1.00', 'long')),
    })
    for (const share of [0.5, 0.9, 0.999]) {
      const cut = whole.slice(0, Math.floor(whole.length * share))
      expect(await reasonOf(importing({ format: 'camt053', file: cut }))).toBe('statement_malformed')
    }
    expect((await system((tx) => unassignedLines(tx, 10_000))).length).toBe(before)
    expect(await held(SUSPENSE)).toBe(suspense)
    await expectBooksRight()
  })

  test('of two imports of one file at once, one books it', async () => {
    const { customer_id, reference } = await customerWith('1.00')
    const file = camt053File({ opening: decimal(closing_cents), lines: [line('40.00', reference)] })
    const outcomes = await Promise.all(
      Array.from({ length: 4 }, () => reasonOf(importing({ format: 'camt053', file }))),
    )
    closing_cents += 4_000n
    expect(outcomes.toSorted()).toEqual(['ok', ...Array(3).fill('statement_duplicate')])
    expect(await available(customer_id)).toBe('41.00')
    await expectBooksRight()
  })

  test('the lines of a long statement are matched by a job, once, though it is killed half way', async () => {
    const { customer_id, reference } = await customerWith('1.00')
    const lines = Array.from({ length: 1_100 }, (_, index) =>
      line('0.10', index % 2 === 0 ? reference : 'unknown'),
    )
    expect(await book(...lines)).toMatchObject({ lines: 1_100, matched_later: 1_100, deposits_booked: 0 })
    const handlers = gatherHandlers(t.modules)
    const killed = {
      ...handlers,
      jobs: new Map(
        [...handlers.jobs].map(([kind, job]) => [
          kind,
          {
            ...job,
            run: async (...given: Parameters<typeof job.run>) => {
              await job.run(...given)
              if (kind === 'wallet.statement-match') throw new Error('killed')
            },
          },
        ]),
      ),
    }
    t.services.log.level = 'silent'
    expect(await workOneJob(t.services, killed)).toMatchObject({ kind: 'failed' })
    expect(await available(customer_id)).toBe('1.00')
    await t.advance(60 * 60_000)
    expect(await available(customer_id)).toBe('56.00')
    await expectBooksRight()
  })

  test('a bank’s own CSV is read by a mapping that two people have put in force', async () => {
    const definition = csvMapping.parse({
      ...{ delimiter: ';', encoding: 'utf-8', decimal_sign: ',', date_format: 'dd.MM.yyyy' },
      ...{ order: 'oldest_first', skip_lines: 0, currency: 'USD' },
      columns: { booked_at: 'Day', amount: 'Amount', balance_after: 'Balance', remittance: ['Text'] },
    })
    const { maker } = await buildStaff(t.services)
    const { customer_id, reference } = await customerWith('1.00')
    const after = decimal(closing_cents + 250n).replace('.', ',')
    const file = `Day;Amount;Balance;Text\n20.11.2026;2,50;${after};${reference}\n`
    const input = { format: 'csv', file, mapping: 'my-bank' } as const
    expect(await reasonOf(importing(input))).toBe('record_not_found')
    const proposed = system((tx) =>
      propose(tx, {
        ...{ action: 'csv-mapping.define', subject_kind: 'csv_mapping', subject_id: customer_id, maker },
        ...{ payload: { name: 'my-bank', definition }, reason: 'CSV statements of my-bank' },
      }),
    )
    const { proposal_id } = await proposed
    const acts = t.modules.flatMap((module) => module.approved_acts ?? [])
    expect(await reasonOf(approve(t.services, acts, { proposal_id, staff: maker }))).not.toBe('ok')
    await approved(proposed)
    expect(await importing(input)).toMatchObject({ lines: 1, deposits_booked: 1 })
    closing_cents += 250n
    expect(await available(customer_id)).toBe('3.50')
    const standard = csvFile({ opening: decimal(closing_cents), lines: [line('1.00', 'z')] })
    expect(await importing({ format: 'csv', file: standard })).toMatchObject({ lines: 1 })
    closing_cents += 100n
  })
})

describe('matching (PRODUCT §2.6)', () => {
  test('the verified name of one customer is proposed by the program; of two, of nobody, and of a return, nothing', async () => {
    const { customer_id } = await buildCustomer(t.services, { person_name: 'Søren Unique' })
    await buildCustomer(t.services, { person_name: 'Two Persons' })
    await buildCustomer(t.services, { person_name: 'Two Persons' })
    const named = line('7.00', 'hello', { name: 'UNIQUE SØREN' })
    expect(
      await book(
        named,
        line('7.00', 'hello', { name: 'Two Persons' }),
        line('7.00', 'hello', { name: 'Nobody' }),
        line('7.00', 'back W999999', { name: 'Søren Unique' }),
      ),
    ).toMatchObject({ deposits_booked: 0, deposits_proposed: 1, unassigned: 3 })
    const line_id = await lineId(named.bank_reference)
    const open = (await system((tx) => findOpenProposals(tx, 'deposit.book', line_id)))[0]
    expect(open).toMatchObject({ action: 'deposit.book', customer_id })
    expect(await available(customer_id)).toBe('0.00')
    await approved(Promise.resolve({ proposal_id: open?.proposal_id ?? '' }))
    expect(await available(customer_id)).toBe('7.00')
  })

  test('two customers’ references on one line match nobody', async () => {
    const [one, other] = [await customerWith('1.00'), await customerWith('1.00')]
    expect(await book(line('9.00', `${one.reference} ${other.reference}`))).toMatchObject({ unassigned: 1 })
    expect(await available(one.customer_id)).toBe('1.00')
  })
})

describe('the way back of what nobody could match (PRODUCT §2.6)', () => {
  test('after ten days it goes to the paying account, once, and a bank line confirms it', async () => {
    const { maker } = await buildStaff(t.services)
    const [unknown, nameless] = [line('60.00', 'who am I'), line('2.00', 'no account', { account: '' })]
    const came_back = line('3.00', 'back W999998')
    await book(unknown, nameless, came_back)
    await t.advance(10 * DAY_MS - 60_000)
    const returnsOf = (bank_reference: string) =>
      system((tx) =>
        tx
          .selectFrom('wallet.deposit_returns as back')
          .innerJoin('wallet.bank_lines as line', 'line.line_id', 'back.line_id')
          .selectAll('back')
          .where('bank_reference', '=', bank_reference)
          .execute(),
      )
    expect(await returnsOf(unknown.bank_reference)).toEqual([])
    await t.advance(120_000)
    await t.advance(10 * DAY_MS)
    const [returned, ...more] = await returnsOf(unknown.bank_reference)
    expect(more).toEqual([])
    expect(returned).toMatchObject({ account_number: PAYER_ACCOUNT, status: 'ordered' })
    expect(await returnsOf(nameless.bank_reference)).toEqual([])
    expect(await returnsOf(came_back.bank_reference)).toEqual([])
    const ordered = await system((tx) => openReturns(tx, 10_000))
    expect(await held(TRANSIT)).toBe(ordered.reduce((sum, one) => sum + one.amount_micros, 0n))
    const number = String(returned?.number)
    const payout = line('-60.00', `returned ${number}`)
    expect(await reasonOf(proposeSendReturns(t.services, maker, ['D999999']))).toBe('record_not_found')
    await approved(proposeSendReturns(t.services, maker, [number]))
    expect(await reasonOf(proposeSendReturns(t.services, maker, [number]))).toBe('record_not_found')
    expect(await book(line('-59.00', number), payout)).toMatchObject({ returns_confirmed: 1, unassigned: 1 })
    expect(await returnsOf(unknown.bank_reference)).toMatchObject([{ status: 'confirmed' }])
    await expectBooksRight()
  })

  test('two people send it back sooner, to no other account than it came from', async () => {
    const { maker } = await buildStaff(t.services)
    const [unknown, nameless] = [line('4.00', 'sooner'), line('5.00', 'sooner', { account: '' })]
    await book(unknown, nameless)
    const [known_id, nameless_id] = [
      await lineId(unknown.bank_reference),
      await lineId(nameless.bank_reference),
    ]
    const back = (line_id: string, account?: string) =>
      proposeReturn(t.services, maker, { line_id, account, reason: 'The payer asked for it' })
    expect(await reasonOf(back(known_id, 'GB33'))).toBe('field_invalid')
    expect(await reasonOf(back(nameless_id))).toBe('field_required')
    await approved(back(known_id))
    expect(await reasonOf(back(known_id))).toBe('state_conflict')
    await approved(back(nameless_id, 'GB33BUKB20201555555555'))
    await expectBooksRight()
  })
})

describe('a deposit recalled (PRODUCT §3)', () => {
  async function depositOf(customer_id: string) {
    const [deposit] = await system((tx) => depositsOf(tx, customer_id, 1))
    if (!deposit) throw new Error('no deposit')
    return deposit
  }

  test('what is on hold for it first, then available, then reserve, the rest shortfall', async () => {
    const { maker } = await buildStaff(t.services)
    const { customer_id } = await customerWith('100.00')
    const deposit = await depositOf(customer_id)
    const hold = proposeHold(t.services, maker, {
      ...{ customer_id, reason: 'disputed_deposit', amount: 30_000_000n },
      ...{ evidence: 'The bank asks for it back', deposit: deposit.deposit_id },
    })
    await approved(hold)
    expect(await available(customer_id)).toBe('70.00')
    const bank_line = line('-90.00', `RECALL ${deposit.bank_reference}`)
    expect(await book(bank_line)).toMatchObject({ unassigned: 1 })
    const line_id = await lineId(bank_line.bank_reference)
    const { deposit_id } = deposit
    const recall = () =>
      proposeRecall(t.services, maker, { line_id, deposit_id, reason: 'Recalled by the payer’s bank' })
    expect(await approved(recall())).toEqual({
      ...{ risk_hold: '30.00', available: '60.00', reserve: '0.00', shortfall: '0.00' },
    })
    expect(await readProperty(t.services, customer_id, 'en')).toMatchObject({
      available_balance: '10.00',
      on_hold: '0.00',
      holds: [],
    })
    expect(await reasonOf(recall())).toBe('state_conflict')
    // Ten are left of it: more can't be taken back, by verb or by SQL.
    const again = line('-10.01', deposit.bank_reference)
    await book(again)
    const again_id = await lineId(again.bank_reference)
    expect(
      await reasonOf(
        proposeRecall(t.services, maker, { line_id: again_id, deposit_id, reason: 'More of it' }),
      ),
    ).toBe('state_conflict')
    await expectBooksRight()
  })

  test('a hold that is larger than the recall gives the rest back', async () => {
    const { maker } = await buildStaff(t.services)
    const { customer_id } = await customerWith('50.00')
    const { deposit_id } = await depositOf(customer_id)
    await approved(
      proposeHold(t.services, maker, {
        ...{ customer_id, reason: 'disputed_deposit', amount: 50_000_000n },
        ...{ evidence: 'The bank asks for it back', deposit: deposit_id },
      }),
    )
    const bank_line = line('-20.00', 'Rückruf')
    await book(bank_line)
    const line_id = await lineId(bank_line.bank_reference)
    await approved(proposeRecall(t.services, maker, { line_id, deposit_id, reason: 'Recalled in part' }))
    expect(await readProperty(t.services, customer_id, 'en')).toMatchObject({
      available_balance: '30.00',
      on_hold: '0.00',
    })
    await expectBooksRight()
  })

  test('a line that shows nothing of the deposit is none', async () => {
    const { maker } = await buildStaff(t.services)
    const { customer_id } = await customerWith('50.00')
    const { deposit_id } = await depositOf(customer_id)
    const other = line('-50.00', 'rent', { account: 'GB33BUKB20201555555555' })
    await book(other)
    const line_id = await lineId(other.bank_reference)
    expect(
      await reasonOf(proposeRecall(t.services, maker, { line_id, deposit_id, reason: 'Not really' })),
    ).toBe('deposit_match_refused')
  })

  // Last: from here on payments are stopped (PRODUCT §2.11).
  test('what neither customer nor reserve has is a shortfall', async () => {
    const { maker } = await buildStaff(t.services)
    const { customer_id } = await customerWith('80.00')
    const deposit = await depositOf(customer_id)
    await approved(
      proposeHold(t.services, maker, {
        ...{ customer_id, reason: 'account_theft', amount: 75_000_000n },
        ...{ evidence: 'Reported in chat', report: 'chat 1' },
      }),
    )
    const bank_line = line('-80.00', deposit.bank_reference)
    await book(bank_line)
    const line_id = await lineId(bank_line.bank_reference)
    const { deposit_id } = deposit
    expect(
      await approved(proposeRecall(t.services, maker, { line_id, deposit_id, reason: 'All of it' })),
    ).toEqual({ risk_hold: '0.00', available: '5.00', reserve: '0.00', shortfall: '75.00' })
    expect(await held({ code: 'shortfall', owner_id: PLATFORM_ID })).toBe(75_000_000n)
    expect(await reasonOf(depositAccountFor(t.services, customer_id))).toBe('payments_stopped')
    await expectBooksRight()
  })
})
