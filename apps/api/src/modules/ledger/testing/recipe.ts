import { newId } from '../../../database/identifiers.ts'
import {
  ACCOUNT_CODES,
  type Account,
  type AccountCode,
  type AccountRule,
  PLATFORM_ID,
} from '../chart-of-accounts.ts'
import type { POSTING_CAUSES, PostingName } from '../postings.ts'

/** Amounts are far from one micro-unit, by which the cases are wrong. */
export const UNIT = 1_000_000n

/** The default time of planted rows, and a later one. */
export const MOMENT = new Date('2026-01-05T12:00:00Z')
export const LATER = new Date('2026-02-04T12:00:00Z')

/** The parties and things of a recipe's rows and movements. */
export interface Cast {
  customer_id: string
  /** Another customer, who shares in the first one's profit or is owed by them. */
  leader_id: string
  advertiser_id: string
  publisher_id: string
  acceptor_id: string
  /** The customer's plan or month of VIP, for accounts with a subject. */
  plan_id: string
  /** The bank account of the lines' rail. */
  bank_id: string
  /** Unique, for keys that are numbers. */
  number: number
}

/** An account code, or the leader's cash. */
export type Place = AccountCode | 'leader_available'

/** One movement that follows from the cause. */
export interface Leg {
  debit: Place
  credit: Place
  amount_micros: bigint
  /** Takes back an entry that went the other way. */
  is_reversal?: true
  /** The rows only set an upper limit, because another rule decides the rest; a smaller amount passes, too. */
  at_most?: true
}

/** The columns of a row that matter; the rest is filled in. */
export interface Row {
  table: string
  values: Readonly<Record<string, unknown>>
}

/** Earlier entries of the same cause, by posting. */
export type Before = Partial<Record<PostingName, readonly Leg[]>>

/** A valid cause: its rows, its earlier entries, and the exact legs that it demands of the posting. */
export interface Rightful {
  cause_id: string
  rows: readonly Row[]
  before?: Before
  legs: readonly Leg[]
}
export type Recipe = (cast: Cast) => Rightful

/** At least one recipe for every kind of cause of each posting. */
export type Recipes = {
  readonly [Posting in PostingName]: {
    readonly [Kind in keyof (typeof POSTING_CAUSES)[Posting]]: readonly [Recipe, ...Recipe[]]
  }
}

/** The account of a place for this cast. */
export function accountOf(cast: Cast, place: Place): Account {
  if (place === 'leader_available') return { code: 'customer_available', owner_id: cast.leader_id }
  const { owner, subject }: AccountRule = ACCOUNT_CODES[place]
  const owner_id = owner === 'platform' ? PLATFORM_ID : cast[`${owner}_id`]
  if (subject === undefined) return { code: place, owner_id }
  return { code: place, owner_id, subject_id: subject === 'plan' ? cast.plan_id : cast.bank_id }
}

/** A movement between two places of the cast. */
export function leg(
  debit: Place,
  credit: Place,
  amount_micros: bigint,
  options: Pick<Leg, 'is_reversal' | 'at_most'> = {},
): Leg {
  return { debit, credit, amount_micros, ...options }
}

/** A row of a table by the columns that matter. */
export function row(table: string, values: Row['values']): Row {
  return { table, values }
}

/** The key of an event of a decision of its own. */
export function eventKey(event_id: string) {
  return { event_id, decision_id: event_id }
}

/** The rows of something that two people approved; the proposal is first. */
export function approved(
  action: string,
  payload: object,
  { proposal_id = newId(), subject_kind = 'test', subject_id = newId() } = {},
): Row[] {
  const [maker_id, checker_id] = [newId(), newId()]
  return [
    row('operators.proposals', {
      ...{ proposal_id, action, subject_kind, subject_id, maker_id },
      ...{ payload: JSON.stringify(payload), proposed_at: MOMENT, expires_at: LATER },
    }),
    row('operators.decisions', { proposal_id, verdict: 'approved', maker_id, checker_id }),
  ]
}
