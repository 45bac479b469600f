import { STAFF_ROLES } from '@adtally/contract/enums.ts'
import type { ProposalQueue } from '@adtally/contract/operator/house/proposals.ts'
import type { Micros } from '@adtally/money/money.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Transaction } from '../../../database/database.ts'
import { isId } from '../../../database/identifiers.ts'
import { isTimestamp } from '../../../database/time/timestamps.ts'
import { is } from '../../../lib/cursor.ts'
import type { ApprovedAct, Colleague } from '../../module.ts'
import { type ProposalRecord, selectProposals, toProposal } from '../repository.ts'
import { holdsRole } from '../rules.ts'

/**
 * How many proposals a page looks at: it costs no more however many there are, and may show fewer rows than it was asked for
 * where few of those fit what is looked for.
 */
const LOOKS = 501

/** A queue of the inbox, or all that is open. */
export type InboxQueue = ProposalQueue | 'open'

/** What of the inbox is asked for, and by whom. */
export interface InboxAsked {
  queue: InboxQueue
  staff: Colleague
  action: string | undefined
  customer_id: string | undefined
  sum_min_micros: Micros | undefined
  sum_max_micros: Micros | undefined
}

/** Where in a queue a row stands: its queue, its end, and its id. */
export type InboxPlace = [queue: string, at: string, proposal_id: string]

/** What a place in a queue has to be. */
export function inboxParts(queue: InboxQueue) {
  return [is(queue), isTimestamp, isId] as const
}

/** Rows of a queue in its order, and where the next ones begin; null at the end. */
export interface InboxPage {
  rows: ProposalRecord[]
  next: InboxPlace | null
}

/**
 * A page of a queue after a place: what is open by what ends first, what has ended by what ended last. Those whose maker was
 * shut out are none of the open ones.
 */
export async function inboxPage(
  tx: Transaction,
  acts: readonly ApprovedAct[],
  asked: InboxAsked,
  after: InboxPlace | null,
  limit: number,
): Promise<InboxPage> {
  const looked = lookedAt(acts, asked, after)
  if (looked === null) return { rows: [], next: null }
  const { in_order } = looked
  const { rows: found } = await sql<Key>`
    select looked.proposal_id, looked.at::text as place_at from (${looked.keys}) as looked
    where ${fitting(asked)} order by ${in_order} limit ${limit + 1}`.execute(tx)
  const shown = found.slice(0, limit)
  const last = found.length > limit ? shown.at(-1) : await lastOf(tx, looked)
  return {
    rows: await recordsOf(tx, shown),
    next: last === undefined ? null : [asked.queue, last.place_at, last.proposal_id],
  }
}

interface Key {
  proposal_id: string
  place_at: string
}

interface Looked {
  /** The proposals that the page looks at, of which it shows those that fit. */
  keys: RawBuilder<unknown>
  in_order: RawBuilder<unknown>
}

/** The last of as many as a page looks at; undefined if there are fewer. */
async function lastOf(tx: Transaction, { keys, in_order }: Looked): Promise<Key | undefined> {
  const { rows } = await sql<Key>`
    select looked.proposal_id, looked.at::text as place_at from (${keys}) as looked
    order by ${in_order} offset ${LOOKS - 1} limit 1`.execute(tx)
  return rows[0]
}

/** A table that a queue is read from, with the columns that it is narrowed and ordered by. */
const OPEN = {
  table: sql`operators.open_proposals`,
  at: sql`expires_at`,
  action: sql`action`,
  customer: sql`customer_id`,
  about_staff: sql`case when subject_kind = 'staff' then subject_id end`,
}
const DECIDED: typeof OPEN = {
  table: sql`operators.decisions`,
  at: sql`decided_at`,
  action: sql`of_action`,
  customer: sql`of_customer_id`,
  about_staff: sql`null::text`,
}
const IS_OPEN = sql`expires_at > platform.now()`

/** Each of the branches is read by one index, in its order, and they are merged. Null where none is left. */
function lookedAt(acts: readonly ApprovedAct[], asked: InboxAsked, after: InboxPlace | null): Looked | null {
  const { queue } = asked
  const branches =
    queue === 'decided' || queue === 'given_back'
      ? [
          branchOf(DECIDED, asked, after, queue === 'given_back' ? GIVEN_BACK : sql`true`),
          branchOf(OPEN, asked, after, sql`expires_at <= platform.now()`),
        ]
      : queue === 'waiting_for_me'
        ? whoseTurn(acts, asked).map((is_own) => branchOf(OPEN, asked, after, sql`${IS_OPEN} and ${is_own}`))
        : [branchOf(OPEN, asked, after, IS_OPEN)]
  if (branches.length === 0) return null
  const in_order = sql`at ${directionOf(asked)}, proposal_id ${directionOf(asked)}`
  const keys = sql`
    select * from (${sql.join(branches, sql` union all `)}) as branches
    order by ${in_order} limit ${LOOKS}`
  return { keys, in_order }
}

function branchOf(
  from: typeof OPEN,
  asked: InboxAsked,
  after: InboxPlace | null,
  condition: RawBuilder<unknown>,
): RawBuilder<unknown> {
  const { queue, staff, action, customer_id } = asked
  const is_own = queue === 'mine' || queue === 'given_back'
  const direction = directionOf(asked)
  // In the order of the index by roles alone, so that it is read, and not the one by expiry to its end where there are none.
  const is_by_roles = queue === 'waiting_for_me' && action === undefined
  const beyond = hasEnded(asked) ? sql`<` : sql`>`
  const conditions = [
    condition,
    ...(is_own ? [sql`maker_id = ${staff.staff_id}::uuid`] : []),
    ...(action === undefined ? [] : [sql`${from.action} = ${action}`]),
    ...(customer_id === undefined ? [] : [sql`${from.customer} = ${customer_id}::uuid`]),
    ...(after
      ? [sql`(${from.at}, proposal_id) ${beyond} (${after[1]}::timestamptz, ${after[2]}::uuid)`]
      : []),
  ]
  return sql`(
    select proposal_id, ${from.at} as at, maker_id, ${from.about_staff} as about_staff from ${from.table}
    where ${sql.join(conditions, sql` and `)}
    order by ${is_by_roles ? sql`checkers, ` : sql``}${from.at} ${direction}, proposal_id ${direction} limit ${LOOKS})`
}

function hasEnded({ queue }: InboxAsked): boolean {
  return queue === 'decided' || queue === 'given_back'
}

function directionOf(asked: InboxAsked): RawBuilder<unknown> {
  return hasEnded(asked) ? sql`desc` : sql`asc`
}

const GIVEN_BACK = sql`verdict in ('refused', 'superseded')`

/** What somebody may approve, a condition an index; of one action they may approve it or not. */
function whoseTurn(acts: readonly ApprovedAct[], { staff, action }: InboxAsked): RawBuilder<unknown>[] {
  if (action === undefined)
    return checkersOf(acts, staff).map((roles) => sql`checkers between ${roles} and ${roles}`)
  const act = acts.find((known) => known.action === action)
  return act && holdsRole(staff, act.checker_roles) ? [sql`true`] : []
}

/** The sets of roles that approve some act and one of which this person holds, as the database keeps them. */
function checkersOf(acts: readonly ApprovedAct[], staff: Colleague): string[] {
  const own = acts.filter(({ checker_roles }) => holdsRole(staff, checker_roles))
  const sets = own.map(({ checker_roles }) => STAFF_ROLES.filter((role) => checker_roles.includes(role)))
  return [...new Set(sets.map((roles) => roles.join()))]
}

/** What of the proposals looked at is shown. */
function fitting(asked: InboxAsked): RawBuilder<unknown> {
  const { queue, staff, sum_min_micros, sum_max_micros } = asked
  const sum = sql`(select sum_micros from operators.proposals as one where one.proposal_id = looked.proposal_id)`
  const conditions = [
    ...(!hasEnded(asked)
      ? [
          sql`not exists (
          select from operators.staff where staff_id = looked.maker_id and disabled_at is not null)`,
        ]
      : []),
    ...(queue === 'waiting_for_me' || queue === 'by_others'
      ? [sql`looked.maker_id is distinct from ${staff.staff_id}::uuid`]
      : []),
    ...(queue === 'waiting_for_me' ? [sql`looked.about_staff is distinct from ${staff.username}`] : []),
    ...(sum_min_micros === undefined ? [] : [sql`${sum} >= ${sum_min_micros}::bigint`]),
    ...(sum_max_micros === undefined ? [] : [sql`${sum} <= ${sum_max_micros}::bigint`]),
  ]
  return conditions.length === 0 ? sql`true` : sql.join(conditions, sql` and `)
}

async function recordsOf(tx: Transaction, keys: readonly Key[]): Promise<ProposalRecord[]> {
  if (keys.length === 0) return []
  const ids = keys.map(({ proposal_id }) => proposal_id)
  const rows = await selectProposals(tx).where('proposal.proposal_id', 'in', ids).execute()
  const by_id = new Map(rows.map((row) => [row.proposal_id, toProposal(row)]))
  return ids.flatMap((proposal_id) => by_id.get(proposal_id) ?? [])
}
