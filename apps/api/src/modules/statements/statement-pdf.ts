import { type Language, WALLET_PARTS } from '@adtally/contract/enums.ts'
import { formatAmount } from '@adtally/i18n/format-money.ts'
import { localeOfDates, plainMessage } from '@adtally/i18n/server.ts'
import { type Micros, formatAmount as wireAmount } from '@adtally/money/money.ts'
import { recentlyUsed } from '../../lib/recently-used.ts'
import { type Column, loadDrawing, type PdfDocument } from '../documents/index.ts'
import type { LineChange } from '../ledger/index.ts'
import { flowName } from '../wallet/index.ts'
import { type AccountStatement, partOf, totalOf } from './rules.ts'

/** The customer and the operator of a statement. */
export interface StatementParties {
  customer: string
  operator: string
  brand: string
  currency: string
  is_sandbox: boolean
}

const SUMMARY: readonly Column[] = [
  { share: 0.37 },
  { share: 0.21, align: 'end' },
  { share: 0.21, align: 'end' },
  { share: 0.21, align: 'end' },
]
const LINES: readonly Column[] = [
  // Wide enough for a date and time on one line in any language.
  { share: 0.23 },
  { share: 0.26 },
  { share: 0.17, align: 'end' },
  { share: 0.17, align: 'end' },
  { share: 0.17, align: 'end' },
]

/** A statement as PDF, in the reader's language; amounts have all their decimals, so that they add up. */
export async function statementPdf(
  statement: AccountStatement,
  parties: StatementParties,
  language: Language,
): Promise<Buffer> {
  const text = (key: Parameters<typeof plainMessage>[1], values: Record<string, string | number> = {}) =>
    plainMessage(language, key, values)
  const { month, time_zone } = statement
  const month_name = monthName(month, language)
  const { PdfDocument } = await loadDrawing()
  const document = new PdfDocument({
    language,
    title: `${text('documents.statement.title')} ${month}`,
    created_at: statement.made_at,
    producer: parties.brand,
    mark: parties.is_sandbox ? text('documents.sandboxMark') : null,
    footer: (page, pages) => text('documents.statement.footer', { month, page, pages }),
  })
  await document.text(text('documents.statement.title'), { size: 20, weight: 'bold', above: 4 })
  await document.text(text('documents.statement.month', { month: month_name, zone: time_zone }), { size: 12 })
  for (const [name, value] of [
    ['customer', parties.customer],
    ['operator', parties.operator],
    ['currency', parties.currency],
    ['made', momentOf(statement.made_at, language, time_zone)],
  ] as const) {
    await document.text(`${text(`documents.statement.${name}`)}: ${value}`, { size: 9, above: 1 })
  }
  if (statement.is_running)
    await document.text(text('documents.statement.running'), { size: 9, weight: 'bold' })
  await writeSummary(document, statement, language)
  await writeLines(document, statement, language)
  await document.text(text('documents.statement.note'), { size: 8, above: 12 })
  return (await document.finish()).content
}

async function writeSummary(
  document: PdfDocument,
  statement: AccountStatement,
  language: Language,
): Promise<void> {
  const { opening, closing } = statement
  const head = ['part', 'opening', 'change', 'closing'] as const
  await document.text('', { above: 0, size: 6 })
  await document.row(
    head.map((name) => plainMessage(language, `documents.statement.${name}`)),
    SUMMARY,
    { weight: 'bold' },
  )
  for (const part of WALLET_PARTS) {
    const [from, to] = [partOf(opening, part), partOf(closing, part)]
    await document.row(
      [plainMessage(language, `documents.statement.parts.${part}`), ...figures(from, to, language)],
      SUMMARY,
    )
  }
  await document.row(
    [
      plainMessage(language, 'documents.statement.total'),
      ...figures(totalOf(opening), totalOf(closing), language),
    ],
    SUMMARY,
    { weight: 'bold' },
  )
}

function figures(from: Micros, to: Micros, language: Language): string[] {
  return [from, to - from, to].map((micros) => exactAmount(micros, language))
}

async function writeLines(
  document: PdfDocument,
  statement: AccountStatement,
  language: Language,
): Promise<void> {
  await document.text(plainMessage(language, 'documents.statement.lines'), {
    size: 12,
    weight: 'bold',
    above: 14,
    keep_with_next: true,
  })
  if (statement.lines.length === 0) {
    await document.text(plainMessage(language, 'documents.statement.none'), { size: 9 })
    return
  }
  const head = (['time', 'entry', 'effect', 'cash', 'balance'] as const).map((name) =>
    plainMessage(language, `documents.statement.${name}`),
  )
  await document.row(head, LINES, { weight: 'bold' })
  for (const { change, total_micros, available_after_micros } of statement.lines) {
    if (document.need(24)) await document.row(head, LINES, { weight: 'bold' })
    await document.row(
      [
        momentOf(change.at, language, statement.time_zone),
        entryName(statement, change, language),
        ...[total_micros, change.available_micros, available_after_micros].map((micros) =>
          exactAmount(micros, language),
        ),
      ],
      LINES,
    )
  }
}

/** A line's type, with its subject's number. */
function entryName({ numbers }: AccountStatement, change: LineChange, language: Language): string {
  const name = plainMessage(language, `flows.${flowName(change)}`)
  const number = numbers.get(change.subject_id)
  return number === undefined ? name : `${name} · ${number}`
}

/** An amount with all its decimals, at least two, in the language's format. */
function exactAmount(micros: Micros, language: Language): string {
  return formatAmount(language, wireAmount(micros), { decimals: 'all' })
}

function monthName(month: string, language: Language): string {
  const at = new Date(`${month}-15T00:00:00Z`)
  return new Intl.DateTimeFormat(language, { year: 'numeric', month: 'long', timeZone: 'UTC' }).format(at)
}

const moments = recentlyUsed<string, Intl.DateTimeFormat>(1_000)

function momentOf(at: Date, language: Language, time_zone: string): string {
  const key = `${language} ${time_zone}`
  const known = moments.get(key)
  const format =
    known ??
    new Intl.DateTimeFormat(localeOfDates(language), {
      dateStyle: 'medium',
      timeStyle: 'short',
      timeZone: time_zone,
    })
  moments.set(key, format)
  return format.format(at)
}
