import { type FlowType, WALLET_PARTS, type WalletPart } from '@adtally/contract/enums.ts'
import type { Micros } from '@adtally/money/money.ts'
import type { LineChange, PartSums, TypeSums } from '../ledger/index.ts'

/** The wallet parts that add up to total assets (PRODUCT §3). */
export const TOTAL_PARTS = ['available', 'pending_spend', 'to_be_settled', 'on_hold'] as const

/** A statement line: its change, and the available funds after it. */
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
  /** Whether the month had not ended when this was made. */
  is_running: boolean
  opening: PartSums
  lines: readonly StatementLine[]
  closing: PartSums
  /** Readable numbers of the lines' subjects, by the subject's id. */
  numbers: ReadonlyMap<string, string>
}

/** A month's sums: the change by each type, with opening and closing balances. */
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

export const NO_SUMS: PartSums = {
  available_micros: 0n,
  pending_spend_micros: 0n,
  to_be_settled_micros: 0n,
  on_hold_micros: 0n,
  discount_micros: 0n,
  startup_micros: 0n,
}

/** The total change of all types. */
export function totalSums(types: TypeSums): PartSums {
  const sums = { ...NO_SUMS }
  for (const change of types.values()) {
    for (const part of WALLET_PARTS) sums[`${part}_micros`] += partOf(change, part)
  }
  return sums
}

/** The difference between two sums; null if they are equal. */
export function sumsWithin(before: PartSums, after: PartSums): PartSums | null {
  const within = { ...after }
  for (const part of WALLET_PARTS) within[`${part}_micros`] -= partOf(before, part)
  return WALLET_PARTS.some((part) => partOf(within, part) !== 0n) ? within : null
}

/** The amount of one part. */
export function partOf(sums: PartSums, part: WalletPart): Micros {
  return sums[`${part}_micros`]
}

/** The total assets in these sums. */
export function totalOf(sums: PartSums): Micros {
  return TOTAL_PARTS.reduce((total, part) => total + partOf(sums, part), 0n)
}

/** Adds each line's changes to the opening balance; nothing is rounded. */
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
