import { FLOW_TYPES, WALLET_PARTS } from '@adtally/contract/enums.ts'
import { transactionFlowExport, transactionFlowMonth } from '@adtally/contract/money/statements.ts'
import { property, transactionFlowList } from '@adtally/contract/money/wallet.ts'
import { parseAmount } from '@adtally/money/money.ts'
import { parse } from 'csv-parse/sync'
import * as fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { newId } from '../../database/identifiers.ts'
import { anyCause } from '../../testing/any-cause.ts'
import { runPdfTool } from '../../testing/pdf-tools.ts'
import { testProgram } from '../../testing/servers/test-program.ts'
import { type BuiltCustomer, buildCustomer } from '../../testing/worlds/build-customer.ts'
import { openSession } from '../identity/index.ts'
import { MOVES, RandomWallet } from './testing/random-wallet.ts'

const HOUR_MS = 3_600_000
/** Half-hour daylight saving, 14 hours ahead, quarter hours, and both sides of an ordinary change. */
const ZONES = ['Australia/Lord_Howe', 'Pacific/Kiritimati', 'Asia/Kathmandu', 'America/New_York', 'UTC']

const program = await testProgram()
afterAll(() => program.close())
await anyCause(program.db.asOwner)

type Sums = Record<(typeof WALLET_PARTS)[number], string>

const micros = (text = ''): bigint => {
  const size = parseAmount(text.replace('-', ''))
  if (size === null) throw new Error(`no amount: ${text}`)
  return text.startsWith('-') ? -size : size
}
const microsOf = (sums: Sums) => WALLET_PARTS.map((part) => micros(sums[part]))
const plus = (one: bigint[], other: bigint[]) => one.map((value, index) => value + (other[index] ?? 0n))
const NOTHING = WALLET_PARTS.map(() => 0n)

const monthIn = (at: Date, zone: string) =>
  new Intl.DateTimeFormat('en-CA', { timeZone: zone, year: 'numeric', month: '2-digit' }).format(at)

function monthsBetween(first: string, last: string): string[] {
  const months = [first]
  for (let month = first; month < last; ) {
    const at = new Date(`${month}-15T00:00:00Z`)
    at.setUTCMonth(at.getUTCMonth() + 1)
    month = at.toISOString().slice(0, 7)
    months.push(month)
  }
  return months
}

async function listed(token: string, month: string, headers: Record<string, string>) {
  const read = async (cursor: string | null) => {
    const page = { month, limit: '7', ...(cursor === null ? {} : { cursor }) }
    return (await program.call(transactionFlowList, page, { token, headers })).data
  }
  let page = await read(null)
  const items = [...page.items]
  while (page.next_cursor !== null) {
    page = await read(page.next_cursor)
    items.push(...page.items)
  }
  return items
}

async function exported(
  token: string,
  month: string,
  format: 'csv' | 'pdf',
  headers: Record<string, string>,
) {
  const { data } = await program.call(transactionFlowExport, { month, format }, { token, headers })
  return Buffer.from(data.content, 'base64')
}

/** Checks a month in every form in which it is presented; all must agree. Answers its closing balances. */
async function checkMonth(token: string, month: string, zone: string, opening: bigint[]): Promise<bigint[]> {
  const headers = { 'x-tz': zone, 'accept-language': 'en' }
  const { data: told } = await program.call(transactionFlowMonth, { month }, { token, headers })
  expect(microsOf(told.opening)).toEqual(opening)
  const changed = told.types.reduce((sum, { sums }) => plus(sum, microsOf(sums)), NOTHING)
  expect(plus(opening, changed)).toEqual(microsOf(told.closing))
  const lines = await listed(token, month, headers)
  expect(new Set(lines.map(({ id }) => id)).size).toBe(lines.length)
  for (const type of FLOW_TYPES) {
    const of_lines = lines
      .filter((line) => line.type === type)
      .reduce((sum, { parts }) => plus(sum, microsOf(parts)), NOTHING)
    const sums = told.types.find((each) => each.type === type)?.sums
    expect(of_lines, `${type} in ${month}`).toEqual(sums ? microsOf(sums) : NOTHING)
  }
  const rows: Record<string, string>[] = parse(await exported(token, month, 'csv', headers), {
    bom: true,
    columns: true,
  })
  const inCsv = (row: Record<string, string> | undefined) => WALLET_PARTS.map((part) => micros(row?.[part]))
  expect(inCsv(rows[0])).toEqual(opening)
  expect(inCsv(rows.at(-1))).toEqual(microsOf(told.closing))
  expect(
    rows
      .slice(1, -1)
      .map(({ entry_id, time_utc, available }) => [entry_id, time_utc, available])
      .toSorted(),
  ).toEqual(lines.map(({ id, time, parts }) => [id, time, parts.available]).toSorted())
  return microsOf(told.closing)
}

/** A part's row in the PDF's table: opening, change, closing. */
function inPdf(text: string, label: string): string[] {
  const row = text.split('\n').find((line) => line.trim().startsWith(label)) ?? ''
  return row
    .slice(row.indexOf(label) + label.length)
    .replaceAll(',', '')
    .replaceAll('−', '-')
    .trim()
    .split(/\s+/)
}

/** The PDF writes two, four or six decimals, so it may have more zeros than the wire. */
const same = (text: string, wanted: bigint) => expect(micros(text), text).toBe(wanted)

async function checkPdf(token: string, month: string, zone: string): Promise<void> {
  const headers = { 'x-tz': zone, 'accept-language': 'en' }
  const { data: told } = await program.call(transactionFlowMonth, { month }, { token, headers })
  const text = runPdfTool('pdftotext', await exported(token, month, 'pdf', headers), ['-layout'])
  for (const [label, part] of [
    ['Available funds', 'available'],
    ['Pending spend', 'pending_spend'],
    ['On hold', 'on_hold'],
    ['Total assets', 'total'],
  ] as const) {
    const [opening = '', change = '', closing = ''] = inPdf(text, label)
    same(opening, micros(told.opening[part]))
    same(change.replace('+', ''), micros(told.closing[part]) - micros(told.opening[part]))
    same(closing, micros(told.closing[part]))
  }
}

interface Step {
  hours: number
  acts: { move: number; amount_micros: bigint; line: number }[]
}

const step: fc.Arbitrary<Step> = fc.record({
  /** Hours from now, chosen so that turns of months fall between and on steps. */
  hours: fc.constantFrom(0, 1, 13, 24 * 9, 24 * 20, 24 * 31),
  acts: fc.array(
    fc.record({
      move: fc.nat({ max: MOVES.length - 1 }),
      amount_micros: fc.bigInt(1n, 900_000_001n),
      line: fc.nat({ max: 2 }),
    }),
    { minLength: 3, maxLength: 12 },
  ),
})

const parties = { advertiser_id: newId(), publisher_id: newId() }

async function live(customer: BuiltCustomer, leader: BuiltCustomer, steps: readonly Step[]) {
  const wallet = new RandomWallet(customer.customer_id, leader.customer_id, parties)
  const first = program.services.clock.now()
  for (const { hours, acts } of steps) {
    await program.system(async (tx) => {
      await wallet.act(tx, 0, 1_000_000_001n, 0)
      for (const { move, amount_micros, line } of acts) await wallet.act(tx, move, amount_micros, line)
    })
    if (hours > 0) await program.advance(hours * HOUR_MS)
  }
  const session = { customer_id: customer.customer_id, access: 'full', user_agent: undefined } as const
  const token = await program.system((tx) =>
    openSession(tx, session, { session_idle_ms: 24 * HOUR_MS, session_max_ms: 24 * HOUR_MS }),
  )
  return { token, first, last: program.services.clock.now() }
}

test('months of random histories chain and add up; call, list, CSV and PDF say the same (PRODUCT §3)', async () => {
  const leader = await buildCustomer(program.services)
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 6 }), async (steps) => {
      const { token, first, last } = await live(await buildCustomer(program.services), leader, steps)
      for (const zone of ZONES) {
        let closing = NOTHING
        const months = monthsBetween(monthIn(first, zone), monthIn(last, zone))
        for (const month of months) closing = await checkMonth(token, month, zone, closing)
        const { data: wallet } = await program.call(property, {}, { token })
        const { available_balance: available, pending_spend, to_be_settled, on_hold } = wallet
        const { discount_amount: discount, startup_funds: startup } = wallet
        expect(closing).toEqual(
          microsOf({ available, pending_spend, to_be_settled, on_hold, discount, startup }),
        )
      }
      await checkPdf(token, monthIn(first, 'Asia/Kathmandu'), 'Asia/Kathmandu')
    }),
    { numRuns: 3, endOnFailure: true },
  )
})
