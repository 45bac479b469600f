import { type FlowType, WALLET_PARTS, type WalletPart } from '@adtally/contract/enums.ts'
import type { Micros } from '@adtally/money/money.ts'
import type { LineChange, PartSums, TypeSums } from '../ledger/index.ts'

/** The wallet parts that total assets are the sum of (PRODUCT §3). */
export const TOTAL_PARTS = ['available', 'pending_spend', 'to_be_settled', 'on_hold'] as const

/** A line of a statement: what it changed, and where available funds stand after it. */
export interface StatementLine {
  change: LineChange
  total_micros: Micros
  available_after_micros: Micros
}

/** A month from its opening to its closing balance. */
export interface AccountStatement {
  month: string
  time_zone: string
  made_at: Date
  /** Whether the month was still running when this was made. */
  is_running: boolean
  opening: PartSums
  lines: readonly StatementLine[]
  closing: PartSums
  /** What people call the lines' subjects by, by the subject's id. */
  numbers: ReadonlyMap<string, string>
}

/** A month in sums: what each type changed between opening and closing balance. */
export interface MonthSums {
  month: string
  time_zone: string
  made_at: Date
  from_at: Date
  until_at: Date
  is_running: boolean
  opening: PartSums
  types: readonly { type: FlowType; sums: PartSums }[]
  closing: PartSums
}

/** Nothing at all. */
export const NO_SUMS: PartSums = {
  available_micros: 0n,
  pending_spend_micros: 0n,
  to_be_settled_micros: 0n,
  on_hold_micros: 0n,
  discount_micros: 0n,
  startup_micros: 0n,
}

/** What all types together changed. */
export function totalSums(types: TypeSums): PartSums {
  const sums = { ...NO_SUMS }
  for (const change of types.values()) {
    for (const part of WALLET_PARTS) sums[`${part}_micros`] += partOf(change, part)
  }
  return sums
}

/** What was changed between two sums; null where nothing was. */
export function sumsWithin(before: PartSums, after: PartSums): PartSums | null {
  const within = { ...after }
  for (const part of WALLET_PARTS) within[`${part}_micros`] -= partOf(before, part)
  return WALLET_PARTS.some((part) => partOf(within, part) !== 0n) ? within : null
}

/** The micro-units of one part. */
export function partOf(sums: PartSums, part: WalletPart): Micros {
  return sums[`${part}_micros`]
}

/** What of sums is total assets. */
export function totalOf(sums: PartSums): Micros {
  return TOTAL_PARTS.reduce((total, part) => total + partOf(sums, part), 0n)
}

/** Chains opening balances over the changes to closing ones; nothing is rounded. */
export function chain(
  opening: PartSums,
  changes: readonly LineChange[],
): { lines: StatementLine[]; closing: PartSums } {
  const closing = { ...opening }
  const lines = changes.map((change) => {
    for (const part of WALLET_PARTS) closing[`${part}_micros`] += partOf(change, part)
    return {
      change,
      total_micros: totalOf(change),
      available_after_micros: closing.available_micros,
    }
  })
  return { lines, closing }
}

/**
 * A field of a CSV file: quoted where it must be, and never a formula of whoever opens it (SECURITY), by an apostrophe before it;
 * before one that begins with an apostrophe, too, so that whoever takes the first away has the text again.
 */
export function csvField(text: string): string {
  const is_number = /^-?\d+(\.\d+)?$/.test(text)
  const inert = !is_number && /^[=+\-@\t\r'＝＋－＠]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(inert) ? `"${inert.replaceAll('"', '""')}"` : inert
}
