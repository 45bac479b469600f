import type { ProposalHindrance } from '@adtally/contract/operator/house/proposals.ts'
import type { Micros } from '@adtally/money/money.ts'
import type { Transaction } from '../../../database/database.ts'
import { readCursor, writeCursor } from '../../../lib/cursor.ts'
import { Refusal } from '../../../lib/refusal.ts'
import type { ApprovedAct, Colleague, Hindering, Module, Staff } from '../../module.ts'
import type { Services } from '../../services.ts'
import type { ProposalRecord } from '../repository.ts'
import { hindranceOf, readablePayload } from '../rules.ts'
import { factsHash, shownFacts } from './facts.ts'
import { type InboxQueue, inboxPage, inboxParts } from './inbox.repository.ts'

const LISTED_DEFAULT = 50

/** What the inbox needs of the modules. */
export interface Inbox {
  acts: readonly ApprovedAct[]
  hindering: readonly Hindering[]
  customerOf: Module['customerOf']
}

interface Looking {
  cursor?: string | undefined
  limit?: number | undefined
  queue?: Exclude<InboxQueue, 'open'> | undefined
  action?: string | undefined
  customer?: string | undefined
  sum_min?: Micros | undefined
  sum_max?: Micros | undefined
}

/** A page of the inbox, each row with why whoever asks may not approve it. Throws `cursor_invalid`, `record_not_found`. */
export async function lookThrough(services: Services, inbox: Inbox, staff: Staff, looking: Looking) {
  const { cursor, limit = LISTED_DEFAULT, action, customer, sum_min, sum_max } = looking
  const queue: InboxQueue = looking.queue ?? 'open'
  const after = cursor === undefined ? null : readCursor(cursor, ...inboxParts(queue))
  return await services.database.transaction({ kind: 'system' }, async (tx) => {
    const customer_id = customer === undefined ? undefined : await customerNamed(tx, inbox, customer)
    const asked = { queue, staff, action, customer_id, sum_min_micros: sum_min, sum_max_micros: sum_max }
    const { rows, next } = await inboxPage(tx, inbox.acts, asked, after && [...after], limit)
    const shown = await presentAll(tx, inbox, staff, rows)
    // What stands on one's own hand waits for somebody else.
    const items = queue === 'waiting_for_me' ? shown.filter(({ hindrance }) => hindrance === null) : shown
    return { items, next_cursor: next && writeCursor(...next) }
  })
}

async function customerNamed(tx: Transaction, { customerOf }: Inbox, handle: string): Promise<string> {
  if (!customerOf) throw new Refusal('record_not_found', { field: 'customer' })
  return (await customerOf(tx, handle)).customer_id
}

/** Proposals as they are answered to somebody. */
export async function presentAll(
  tx: Transaction,
  inbox: Inbox,
  staff: Colleague,
  proposals: readonly ProposalRecord[],
) {
  const hindrances = await hindrancesBy(tx, inbox, staff, proposals)
  return proposals.map((proposal) => {
    const { maker, payload, facts, given: _given, ...rest } = proposal
    const act = inbox.acts.find(({ action }) => action === proposal.action)
    return {
      ...shownFacts(facts),
      ...rest,
      maker: maker.username,
      payload: readablePayload(payload),
      facts_hash: factsHash(proposal.payload_hash, facts),
      draws_number: act?.draws_number ?? false,
      shows_once: act?.shows !== undefined,
      hindrance: hindranceOf(proposal, act, staff) ?? hindrances.get(proposal.proposal_id) ?? null,
    }
  })
}

async function hindrancesBy(
  tx: Transaction,
  { hindering }: Inbox,
  staff: Colleague,
  proposals: readonly ProposalRecord[],
): Promise<Map<string, ProposalHindrance>> {
  const open = proposals.filter(({ status }) => status === 'open')
  const found = new Map<string, ProposalHindrance>()
  for (const { hindrance, find } of hindering) {
    for (const proposal_id of await find(tx, staff.staff_id, open)) found.set(proposal_id, hindrance)
  }
  return found
}
