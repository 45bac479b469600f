import { afterAll, describe, expect, test } from 'vitest'
import { approveAsProposed } from '../../../testing/office/approve-as-proposed.ts'
import { reasonOf } from '../../../testing/reason-of.ts'
import { testServices } from '../../../testing/servers/test-services.ts'
import { camt053File, csvFile, mt940File } from '../../../testing/worlds/bank-statement-files.ts'
import { buildCustomer } from '../../../testing/worlds/build-customer.ts'
import { buildStaff } from '../../../testing/worlds/build-staff.ts'
import { gatherHandlers, workOneJob } from '../../../worker/work.ts'
import { csvMapping } from '../../bank/index.ts'
import { approvedActs } from '../../module.ts'
import { findOpenProposals, propose } from '../../operators/index.ts'
import { SUSPENSE, TRANSIT } from '../bank-statements/bank-accounts.ts'
import { csvMappingDefineAct } from '../bank-statements/csv-mapping-verbs.ts'
import { unassignedLines } from '../bank-statements/statements.repository.ts'
import { PAYER_ACCOUNT, StatementBank } from '../testing/statement-bank.ts'
import { sendDepositReturnsVerb } from './confirm-return.ts'
import { returnDepositVerb } from './return-deposit.ts'
import { openReturns } from './returns.repository.ts'

const DAY_MS = 86_400_000

const t = await testServices()
afterAll(() => t.close())
const bank = new StatementBank(t)
await bank.payInCapital('5000.00')

describe('statements (PRODUCT §2.6)', () => {
  test('lines that an overlapping file brings again are counted and never booked twice', async () => {
    const { customer_id, reference } = await bank.customerWith('10.00')
    const [first, second, third] = [
      bank.line('1.00', 'x'),
      bank.line('20.00', reference),
      bank.line('3.00', reference),
    ]
    const before = bank.closing
    await bank.book(first, second)
    const overlapping = camt053File({ opening: before, lines: [first, second, third] })
    expect(await bank.importing({ format: 'camt053', file: overlapping })).toMatchObject({
      lines: 1,
      duplicates: 2,
      deposits_booked: 1,
    })
    bank.closing_cents += 300n
    expect(await bank.available(customer_id)).toBe('33.00')
    const changed = camt053File({
      opening: before,
      lines: [first, { ...second, amount: '21.00' }, bank.line('1.00', 'y')],
    })
    expect(await reasonOf(bank.importing({ format: 'camt053', file: changed }))).toBe('statement_duplicate')
    const all_known = camt053File({ opening: before, lines: [first, second] }).replace('<MsgId>M', '<MsgId>N')
    expect(await reasonOf(bank.importing({ format: 'camt053', file: all_known }))).toBe('statement_duplicate')
    expect(await bank.differences()).toEqual([])
  })

  test('a statement of the same id, one that does not follow, another account’s or currency’s is refused', async () => {
    const lines = [bank.line('5.00', '-')]
    const file = camt053File({ opening: bank.closing, lines })
    const id = /<Stmt><Id>([^<]*)/.exec(file)?.[1] ?? ''
    await bank.importing({ format: 'camt053', file })
    bank.closing_cents += 500n
    const next = camt053File({ opening: bank.closing, lines: [bank.line('1.00', '-')] })
    const refused = (content: string) => reasonOf(bank.importing({ format: 'camt053', file: content }))
    expect(await refused(next.replace(/<Stmt><Id>[^<]*/, `<Stmt><Id>${id}`))).toBe('statement_duplicate')
    const account = '<Acct><Id><IBAN>GB33BUKB20201555555555</IBAN></Id></Acct>'
    expect(await refused(next.replace('</Id>', `</Id>${account}`))).toBe('statement_malformed')
    expect(await refused(next.replaceAll('USD', 'EUR'))).toBe('statement_malformed')
    const gap = camt053File({ opening: '99999.00', lines: [bank.line('1.00', '-')] })
    expect(await refused(gap)).toBe('statement_gap')
  })

  test('of a file cut in the middle nothing is kept, however long it is', async () => {
    const before = (await bank.system((tx) => unassignedLines(tx, 10_000))).length
    const suspense = await bank.held(SUSPENSE)
    const whole = camt053File({
      opening: bank.closing,
      lines: Array.from({ length: 2_500 }, () => bank.line('1.00', 'long')),
    })
    for (const share of [0.5, 0.9, 0.999]) {
      const cut = whole.slice(0, Math.floor(whole.length * share))
      expect(await reasonOf(bank.importing({ format: 'camt053', file: cut }))).toBe('statement_malformed')
    }
    expect((await bank.system((tx) => unassignedLines(tx, 10_000))).length).toBe(before)
    expect(await bank.held(SUSPENSE)).toBe(suspense)
    expect(await bank.differences()).toEqual([])
  })

  test('of many imports of one file at once, one books it', async () => {
    const { customer_id, reference } = await bank.customerWith('1.00')
    const file = camt053File({ opening: bank.closing, lines: [bank.line('40.00', reference)] })
    await Promise.all(Array.from({ length: 4 }, () => reasonOf(bank.importing({ format: 'camt053', file }))))
    bank.closing_cents += 4_000n
    expect(await bank.available(customer_id)).toBe('41.00')
    expect(await bank.differences()).toEqual([])
  })

  test('the lines of a long statement are matched by a job, once, though it is killed half way', async () => {
    const { customer_id, reference } = await bank.customerWith('1.00')
    const lines = Array.from({ length: 1_100 }, (_, index) =>
      bank.line('0.10', index % 2 === 0 ? reference : 'unknown'),
    )
    expect(await bank.book(...lines)).toMatchObject({
      lines: 1_100,
      matched_later: 1_100,
      deposits_booked: 0,
    })
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
    expect(await bank.available(customer_id)).toBe('1.00')
    await t.advance(60 * 60_000)
    expect(await bank.available(customer_id)).toBe('56.00')
    expect(await bank.differences()).toEqual([])
  })

  describe('of a file with several', () => {
    /** An MT940 file with a statement for each count of lines; every second line carries the reference. */
    function fileOf(reference: string, ...counts: number[]): string {
      return counts
        .map((count) => {
          const lines = Array.from({ length: count }, (_, index) =>
            bank.line('0.10', index % 2 === 0 ? reference : 'unknown'),
          )
          const opening = bank.closing
          bank.closing_cents += BigInt(count) * 10n
          return mt940File({ opening, lines })
        })
        .join('')
    }

    test('all lines count: too many together are left to jobs, and nothing before them is matched', async () => {
      const { customer_id, reference } = await bank.customerWith('1.00')
      const file = fileOf(reference, 400, 400, 400)
      const counts = { statements: 3, lines: 1_200, matched_later: 1_200, deposits_booked: 0 }
      expect(await bank.importing({ format: 'mt940', file })).toMatchObject(counts)
      expect(await bank.available(customer_id)).toBe('1.00')
      await t.advance(60_000)
      expect(await bank.available(customer_id)).toBe('61.00')
      expect(await bank.differences()).toEqual([])
    })

    test('few are matched at its end, each statement’s position taken with what it booked', async () => {
      const { customer_id, reference } = await bank.customerWith('1.00')
      const file = fileOf(reference, 20, 0, 20)
      const counts = { statements: 3, lines: 40, matched_later: 0, deposits_booked: 20 }
      expect(await bank.importing({ format: 'mt940', file })).toMatchObject(counts)
      expect(await bank.available(customer_id)).toBe('3.00')
      const positions = await bank.system((tx) =>
        tx.selectFrom('wallet.bank_positions').selectAll().orderBy('sequence', 'desc').limit(4).execute(),
      )
      const booked = positions.map(({ customers_money_micros }) => customers_money_micros).reverse()
      expect(booked.map((micros) => micros - (booked[0] ?? 0n))).toEqual([
        0n,
        1_000_000n,
        1_000_000n,
        2_000_000n,
      ])
      expect(await bank.differences()).toEqual([])
    })
  })

  test('a bank’s own CSV is read by a mapping that two people have put in force', async () => {
    const definition = csvMapping.parse({
      ...{ delimiter: ';', encoding: 'utf-8', decimal_sign: ',', date_format: 'dd.MM.yyyy' },
      ...{ order: 'oldest_first', skip_lines: 0, currency: 'USD' },
      columns: { booked_at: 'Day', amount: 'Amount', balance_after: 'Balance', remittance: ['Text'] },
    })
    const { maker } = await buildStaff(t.services)
    const { customer_id, reference } = await bank.customerWith('1.00')
    const opened = bank.closing_cents
    const after = `${(opened + 250n) / 100n},${String((opened + 250n) % 100n).padStart(2, '0')}`
    const file = `Day;Amount;Balance;Text\n20.11.2026;2,50;${after};${reference}\n`
    const input = { format: 'csv', file, mapping: 'my-bank' } as const
    expect(await reasonOf(bank.importing(input))).toBe('record_not_found')
    const proposed = bank.system((tx) =>
      propose(t.services, tx, {
        ...{ act: csvMappingDefineAct, subject_kind: 'csv_mapping', subject_id: 'my-bank', maker },
        ...{ payload: { name: 'my-bank', definition }, reason: 'CSV statements of my-bank' },
      }),
    )
    const { proposal_id } = await proposed
    const acts = approvedActs(t.modules)
    expect(await reasonOf(approveAsProposed(t.services, acts, { proposal_id, staff: maker }))).not.toBe('ok')
    await bank.approved(proposed)
    expect(await bank.importing(input)).toMatchObject({ lines: 1, deposits_booked: 1 })
    bank.closing_cents += 250n
    expect(await bank.available(customer_id)).toBe('3.50')
    const standard = csvFile({ opening: bank.closing, lines: [bank.line('1.00', 'z')] })
    expect(await bank.importing({ format: 'csv', file: standard })).toMatchObject({ lines: 1 })
    bank.closing_cents += 100n
  })
})

describe('matching (PRODUCT §2.6)', () => {
  test('the verified name of one customer is proposed by the program; of two, of nobody, and of a return, nothing', async () => {
    const { customer_id } = await buildCustomer(t.services, { person_name: 'Søren Unique' })
    await buildCustomer(t.services, { person_name: 'Two Persons' })
    await buildCustomer(t.services, { person_name: 'Two Persons' })
    const named = bank.line('7.00', 'hello', { name: 'UNIQUE SØREN' })
    expect(
      await bank.book(
        named,
        bank.line('7.00', 'hello', { name: 'Two Persons' }),
        bank.line('7.00', 'hello', { name: 'Nobody' }),
        bank.line('7.00', 'back W999999', { name: 'Søren Unique' }),
      ),
    ).toMatchObject({ deposits_booked: 0, deposits_proposed: 1, unassigned: 3 })
    const line_id = await bank.lineId(named.bank_reference)
    const open = (await bank.system((tx) => findOpenProposals(tx, 'deposit.book', line_id)))[0]
    expect(open).toMatchObject({ action: 'deposit.book', customer_id })
    expect(await bank.available(customer_id)).toBe('0.00')
    await bank.approved(Promise.resolve({ proposal_id: open?.proposal_id ?? '' }))
    expect(await bank.available(customer_id)).toBe('7.00')
  })

  test('two customers’ references on one line match nobody', async () => {
    const [one, other] = [await bank.customerWith('1.00'), await bank.customerWith('1.00')]
    expect(await bank.book(bank.line('9.00', `${one.reference} ${other.reference}`))).toMatchObject({
      unassigned: 1,
    })
    expect(await bank.available(one.customer_id)).toBe('1.00')
  })
})

describe('the way back of what nobody could match (PRODUCT §2.6)', () => {
  test('after ten days it goes to the paying account, once, and a bank line confirms it [proof 3]', async () => {
    const { maker } = await buildStaff(t.services)
    const [unknown, nameless] = [
      bank.line('60.00', 'who am I'),
      bank.line('2.00', 'no account', { account: '' }),
    ]
    const came_back = bank.line('3.00', 'back W999998')
    await bank.book(unknown, nameless, came_back)
    await t.advance(10 * DAY_MS - 60_000)
    const returnsOf = (bank_reference: string) =>
      bank.system((tx) =>
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
    const ordered = await bank.system((tx) => openReturns(tx, 10_000))
    expect(await bank.held(TRANSIT)).toBe(ordered.reduce((sum, one) => sum + one.amount_micros, 0n))
    const number = String(returned?.number)
    const payout = bank.line('-60.00', `returned ${number}`)
    expect(await reasonOf(sendDepositReturnsVerb.propose(t.services, maker, { numbers: ['D999999'] }))).toBe(
      'record_not_found',
    )
    await bank.agreed(sendDepositReturnsVerb, { numbers: [number] })
    expect(await reasonOf(sendDepositReturnsVerb.propose(t.services, maker, { numbers: [number] }))).toBe(
      'record_not_found',
    )
    expect(await bank.book(bank.line('-59.00', number), payout)).toMatchObject({
      returns_confirmed: 1,
      unassigned: 1,
    })
    expect(await returnsOf(unknown.bank_reference)).toMatchObject([{ status: 'confirmed' }])
    expect(await bank.differences()).toEqual([])
  })

  test('two people send it back sooner, to no other account than it came from', async () => {
    const { maker } = await buildStaff(t.services)
    const [unknown, nameless] = [bank.line('4.00', 'sooner'), bank.line('5.00', 'sooner', { account: '' })]
    await bank.book(unknown, nameless)
    const [known_id, nameless_id] = [
      await bank.lineId(unknown.bank_reference),
      await bank.lineId(nameless.bank_reference),
    ]
    const back = (line_id: string, account?: string) =>
      returnDepositVerb.propose(t.services, maker, {
        line_id,
        account_number: account,
        reason: 'The payer asked for it',
      })
    expect(await reasonOf(back(known_id, 'GB33'))).toBe('field_invalid')
    expect(await reasonOf(back(nameless_id))).toBe('field_required')
    await bank.approved(back(known_id))
    expect(await reasonOf(back(known_id))).toBe('state_conflict')
    await bank.approved(back(nameless_id, 'GB33BUKB20201555555555'))
    expect(await bank.differences()).toEqual([])
  })
})
