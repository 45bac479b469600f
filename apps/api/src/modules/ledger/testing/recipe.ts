import { newId } from '../../../database/identifiers.ts'
import {
  ACCOUNT_CODES,
  type Account,
  type AccountCode,
  type AccountRule,
  PLATFORM_ID,
} from '../chart-of-accounts.ts'
import type { POSTING_CAUSES, PostingName } from '../postings.ts'

/** One micro-unit is the least that can be wrong; amounts are far from it. */
export const UNIT = 1_000_000n

/** The moment of every planted row that says no other, and one after it. */
export const MOMENT = new Date('2026-01-05T12:00:00Z')
export const LATER = new Date('2026-02-04T12:00:00Z')

/** Who and what a recipe's rows and movements are of. */
export interface Cast {
  customer_id: string
  /** Another customer, who shares in the first one's profit or is owed by them. */
  leader_id: string
  advertiser_id: string
  publisher_id: string
  acceptor_id: string
  /** The plan, or the month of VIP, that accounts with a subject belong to: the customer's. */
  plan_id: string
  /** The bank account of the rail that lines came by. */
  bank_id: string
  /** Of its own, for keys that are numbers. */
  number: number
}

/** An account by its place in the cast; the leader's cash besides. */
export type Place = AccountCode | 'leader_available'

/** A movement that follows from the cause. */
export interface Leg {
  debit: Place
  credit: Place
  amount_micros: bigint
  /** It takes back an entry that went the other way. */
  is_reversal?: true
  /** The rows say no more than how much it is at most, because the rest of the rule is not theirs; so less is taken too. */
  at_most?: true
}

/** A row of a cause, by what matters of it; the rest is filled in. */
export interface Row {
  table: string
  values: Readonly<Record<string, unknown>>
}

/** What a cause has come to by other postings, or by earlier entries of the same. */
export type Before = Partial<Record<PostingName, readonly Leg[]>>

/** A rightful cause: its rows, what it has come to before, and what it demands of the posting, whole. */
export interface Rightful {
  cause_id: string
  rows: readonly Row[]
  before?: Before
  legs: readonly Leg[]
}
export type Recipe = (cast: Cast) => Rightful

/** A recipe at least for every kind of cause that each posting can follow from. */
export type Recipes = {
  readonly [Posting in PostingName]: {
    readonly [Kind in keyof (typeof POSTING_CAUSES)[Posting]]: readonly [Recipe, ...Recipe[]]
  }
}

/** The account that a place is with this cast. */
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

/** A row of a table, by what matters of it. */
export function row(table: string, values: Row['values']): Row {
  return { table, values }
}

/** What two people have decided; the first of the rows is the proposal. */
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
