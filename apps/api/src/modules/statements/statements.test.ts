import { flowType } from '@adtally/contract/fields.ts'
import { login } from '@adtally/contract/identity/identity.ts'
import { transactionFlowExport, transactionFlowMonth } from '@adtally/contract/money/statements.ts'
import { property, transactionFlowList, withdrawCancel } from '@adtally/contract/money/wallet.ts'
import { COMPLETE_LANGUAGES } from '@adtally/i18n/languages.ts'
import { message } from '@adtally/i18n/server.ts'
import { parseAmount } from '@adtally/money/money.ts'
import { parse } from 'csv-parse/sync'
import { afterAll, describe, expect, test } from 'vitest'
import { newId } from '../../database/identifiers.ts'
import { csvField } from '../../lib/csv-field.ts'
import { anyCause } from '../../testing/any-cause.ts'
import { inventCause } from '../../testing/invented-causes.ts'
import { runPdfTool } from '../../testing/pdf-tools.ts'
import { testProgram } from '../../testing/servers/test-program.ts'
import { buildMarket } from '../../testing/worlds/build-market.ts'
import { busyCustomer } from '../../testing/worlds/busy-customer.ts'
import { postTransfers } from '../ledger/index.ts'
import { bankAccount, SUSPENSE } from '../wallet/index.ts'
import { exportStatement } from './export-statement.ts'
import { chain, NO_SUMS } from './rules.ts'
import { statementCsv } from './statement-csv.ts'

const DAY_MS = 24 * 60 * 60 * 1000
const PARTS = ['available', 'pending_spend', 'to_be_settled', 'on_hold', 'discount', 'startup'] as const

let token: string
const program = await testProgram()
afterAll(() => program.close())
await anyCause(program.db.asOwner)
const market = await buildMarket(program.services, program.modules)
const customer = await busyCustomer(program, market, '204816')
const started_at = program.services.clock.now()
const first_month = started_at.toISOString().slice(0, 7)
for (let day = 0; day < 40; day += 4) await program.advance(4 * DAY_MS)
token = await signIn(customer)
const [withdrawal_id = ''] = customer.known.get('withdrawal_id') ?? []
const cancelled_at = program.services.clock.now()
await program.call(withdrawCancel, { request_id: newId(), withdrawal_id }, { token })

/** Signs in again, because a session ends after a week without use. */
async function signIn({ username, password }: { username: string; password: string }): Promise<string> {
  return (await program.call(login, { username, password })).data.token
}

type Row = Record<string, string>

function monthAfter(month: string): string {
  const at = new Date(`${month}-15T00:00:00Z`)
  at.setUTCMonth(at.getUTCMonth() + 1)
  return at.toISOString().slice(0, 7)
}

async function exported(
  month: string,
  format: 'pdf' | 'csv',
  headers: Record<string, string> = {},
  of: string = token,
) {
  return await program.call(transactionFlowExport, { month, format }, { token: of, headers })
}

async function csvRows(month: string, zone = 'UTC', of?: string): Promise<Row[]> {
  const { data } = await exported(month, 'csv', { 'x-tz': zone }, of)
  return parse(Buffer.from(data.content, 'base64'), { bom: true, columns: true })
}

/** The month that a moment belongs to in a zone. */
function monthIn(at: Date, zone: string): string {
  return new Intl.DateTimeFormat('en-CA', { timeZone: zone, year: 'numeric', month: '2-digit' }).format(at)
}

function micros(text = ''): bigint {
  const size_micros = parseAmount(text.replace('-', ''))
  if (size_micros === null) throw new Error(`no amount: ${text}`)
  return text.startsWith('-') ? -size_micros : size_micros
}

describe('months', () => {
  test.each(['UTC', 'Asia/Bangkok', 'America/Los_Angeles', 'Pacific/Kiritimati'])(
    'chain from opening to closing to the micro-unit, up to the wallet of now, in %s',
    async (zone) => {
      const now = monthIn(program.services.clock.now(), zone)
      const months = [monthIn(started_at, zone)]
      for (let month = months[0] ?? now; month < now; ) {
        month = monthAfter(month)
        months.push(month)
      }
      let before: Row | undefined
      let lines = 0
      let last: Row | undefined
      for (const month of months) {
        const rows = await csvRows(month, zone)
        const [opening, closing] = [rows[0], rows.at(-1)]
        const between = rows.slice(1, -1)
        lines += between.length
        for (const part of PARTS) {
          if (before) expect(opening?.[part]).toBe(before[part])
          const sum = between.reduce((total, row) => total + micros(row[part]), micros(opening?.[part]))
          expect(sum).toBe(micros(closing?.[part]))
        }
        before = closing
        last = closing
      }
      expect(lines).toBeGreaterThan(3)
      const { data: wallet } = await program.call(property, {}, { token })
      expect(last).toMatchObject({
        total: wallet.total_assets,
        available: wallet.available_balance,
        pending_spend: wallet.pending_spend,
        on_hold: wallet.on_hold,
      })
    },
  )

  test('a line that reaches over the end of a month is told in both, each with its own part', async () => {
    const flow = {
      id: newId(),
      type: 'system_deposit',
      subject_kind: 'bank_line',
      subject_id: newId(),
    } as const
    const late = await market.customerWith('1.00')
    const pay = (amount_micros: bigint) =>
      program.system(async (tx) => {
        const cause = await inventCause(tx, 'bank_line')
        const shared = { kind: 'posted', amount_micros, cause } as const
        const credit = { code: 'customer_available', owner_id: late.customer_id } as const
        const received = {
          debit: bankAccount('main'),
          credit: SUSPENSE,
          posting: 'deposit_received',
        } as const
        await postTransfers(tx, [
          { id: newId(), ...shared, ...received },
          { id: newId(), ...shared, debit: SUSPENSE, credit, posting: 'deposit_credited', flow },
        ])
      })
    await pay(7_000_001n)
    await pay(1n)
    const now = program.services.clock.now()
    const month = now.toISOString().slice(0, 7)
    await program.advance(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1) - now.getTime() + DAY_MS)
    token = await signIn(customer)
    const late_token = await signIn(late)
    await pay(3n)
    const lineIn = async (of: string) =>
      (await csvRows(of, 'UTC', late_token)).filter(({ entry_id }) => entry_id === flow.id)
    expect(await lineIn(month)).toMatchObject([{ available: '7.000002' }])
    expect(await lineIn(monthAfter(month))).toMatchObject([
      { available: '0.000003', available_after: '8.000005' },
    ])
    const [opening] = await csvRows(monthAfter(month), 'UTC', late_token)
    expect(opening).toMatchObject({ kind: 'opening', available: '8.000002' })
  })

  test('before the first line and of another customer are empty', async () => {
    const other = await market.customerWith('10.00')
    const { data } = await program.call(
      transactionFlowExport,
      { month: first_month, format: 'csv' },
      { token: other.token },
    )
    expect(Buffer.from(data.content, 'base64').toString()).not.toContain('400.00')
    expect(await csvRows('2020-01')).toMatchObject([{ kind: 'opening', total: '0.00' }, { kind: 'closing' }])
  })

  test.each([
    ['2024-02', 'UTC', '2024-02-01T00:00:00.000Z', '2024-03-01T00:00:00.000Z'],
    ['2024-03', 'America/New_York', '2024-03-01T05:00:00.000Z', '2024-04-01T04:00:00.000Z'],
    ['2024-04', 'Australia/Lord_Howe', '2024-03-31T13:00:00.000Z', '2024-04-30T13:30:00.000Z'],
    // Samoa skipped a day.
    ['2011-12', 'Pacific/Apia', '2011-12-01T10:00:00.000Z', '2011-12-31T10:00:00.000Z'],
  ])(
    '%s in %s begin and end with the zone’s days, over leap days and daylight saving',
    async (month, zone, from, until) => {
      const { data } = await program.call(
        transactionFlowMonth,
        { month },
        { token, headers: { 'x-tz': zone } },
      )
      expect(data).toMatchObject({ time_zone: zone, from, until, running: false })
    },
  )

  test('that have not begun are refused', async () => {
    expect((await exported('2999-01', 'pdf')).data.reason).toBe('statement_month_not_begun')
  })
})

test('every line of the file carries the mode, its type and a time in UTC [proof 658]', async () => {
  const rows = await csvRows(first_month)
  for (const row of rows) expect(row).toMatchObject({ mode: 'sandbox', currency: 'USD' })
  for (const row of rows.slice(1, -1)) {
    expect(flowType.options).toContain(row.type)
    expect(row.time_utc).toMatch(/^\d{4}-\d\d-\d\dT.*Z$/)
  }
})

test('of one customer, two are made at once; a third asked for meanwhile is refused, and others are served', async () => {
  const asked = { month: first_month, format: 'csv', language: 'en', time_zone: 'UTC' } as const
  const of = (customer_id: string) => exportStatement(program.services, { customer_id, ...asked })
  const mine = [of(customer.customer_id), of(customer.customer_id)]
  await expect(of(customer.customer_id)).rejects.toMatchObject({ reason: 'too_many_requests' })
  const other = await market.customerWith('400.00')
  expect(await of(other.customer_id)).toBeInstanceOf(Buffer)
  await Promise.all(mine)
  expect(await of(customer.customer_id)).toBeInstanceOf(Buffer)
})

describe('as PDF', () => {
  test.each([
    ['en', 'Statement of account', 'SANDBOX', '400.00'],
    ['zh-Hans', '账户对账单', '测试环境', '400.00'],
  ])('in %s, with opening and closing balances', async (language, title, mark, amount) => {
    const { data } = await exported(first_month, 'pdf', { 'accept-language': language })
    expect(data.file_name).toBe(`statement-${first_month}-sandbox.pdf`)
    const text = runPdfTool('pdftotext', Buffer.from(data.content, 'base64'), ['-layout'])
    expect(text).toContain(title)
    expect(text).toContain(mark)
    expect(text).toContain(amount)
  })

  test.each(COMPLETE_LANGUAGES)(
    'in %s, with the day and the time of each entry on one line [proof 552]',
    async (language) => {
      const { data } = await exported(first_month, 'pdf', { 'accept-language': language })
      const text = runPdfTool('pdftotext', Buffer.from(data.content, 'base64'), ['-layout'])
      const rows = text.split('\n').filter((row) => /(?<!\S)[PW]\d{6}\b/.test(row))
      expect(rows.length).toBeGreaterThan(1)
      const entries = text.slice(text.indexOf(`\n${message(language, 'documents.statement.lines')}\n`) + 1)
      const note = message(language, 'documents.statement.note').slice(0, 12)
      // Below the headings, anything else at the margin has to be the rest of a date and time.
      const begun = entries
        .slice(0, entries.indexOf(note))
        .split('\n')
        .slice(2)
        .filter((row) => /^ {0,2}\S/.test(row))
      for (const row of begun) expect(row).toMatch(/^ {0,2}\S.*\d:\d\d/)
      expect(begun.length).toBeGreaterThanOrEqual(rows.length)
    },
  )

  test('a withdrawal that came back is called so, in the fund flow, too [proof 553]', async () => {
    const { data } = await exported(cancelled_at.toISOString().slice(0, 7), 'pdf')
    const text = runPdfTool('pdftotext', Buffer.from(data.content, 'base64'), ['-layout'])
    expect(text).toContain('Withdrawal returned')
    const { data: flow } = await program.call(transactionFlowList, { type: 'manual_withdrawal' }, { token })
    const named = flow.items.map(({ remark, amount }) => [remark, amount.startsWith('-')])
    expect(named).toEqual([
      ['Withdrawal returned', false],
      ['Withdrawal', true],
    ])
  })
})

test('what others have named is inert in the file: a bank reference, quotes and line ends', () => {
  const hostile = ['=HYPERLINK("http://x","y")', '@SUM(A1)', '-1+2', 'a\r\n=b,"c"']
  const change = { ...NO_SUMS, type: 'system_deposit', subject_kind: 'bank_line', at: new Date(0) } as const
  const changes = hostile.map((_, index) => ({ ...change, flow_id: `line ${index}`, subject_id: `${index}` }))
  const statement = {
    month: '2026-02',
    time_zone: 'UTC',
    made_at: new Date(0),
    is_running: false,
    opening: NO_SUMS,
    numbers: new Map(hostile.map((text, index) => [`${index}`, text])),
    ...chain(NO_SUMS, changes),
  }
  const file = statementCsv(statement, { currency: 'USD', mode: 'sandbox' })
  const rows: Row[] = parse(file, { bom: true, columns: true })
  expect(rows.slice(1, -1).map(({ number }) => number)).toEqual([
    `'=HYPERLINK("http://x","y")`,
    "'@SUM(A1)",
    "'-1+2",
    'a\r\n=b,"c"',
  ])
})

test.each([
  ['=1+1', "'=1+1"],
  ['+41', "'+41"],
  ['-2.50', '-2.50'],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['-cmd|x', "'-cmd|x"],
  ['\tx', "'\tx"],
  ['a,"b"', '"a,""b"""'],
])('a field is never a formula: %j', (given, written) => {
  expect(csvField(given)).toBe(written)
})
