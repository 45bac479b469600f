import type { Transaction } from '../../database/database.ts'
import { Refusal } from '../../lib/refusal.ts'
import {
  type PlacedFrom,
  type PlacingOriginKind,
  type PlacingOutcome,
  type PlacingRequest,
  placePlan,
} from '../plans/index.ts'
import type { Services } from '../services.ts'
import { closeDraft, confirmDrafts, type Draft, draftOf, lockOpenDrafts } from './drafts.repository.ts'

/** A draft at placing: it makes one plan, in the transaction that places the plan. */
const DRAFT_ORIGIN: PlacingOriginKind = {
  name: 'draft',
  async look(tx, draft_ids) {
    const open = await lockOpenDrafts(tx, draft_ids)
    return {
      take: (draft_id) => (open.delete(draft_id) ? null : notOpen()),
      record: confirmPlaced,
    }
  },
}

async function confirmPlaced(tx: Transaction, placed: readonly PlacedFrom[]): Promise<void> {
  await confirmDrafts(
    tx,
    placed.map(({ subject_id, plan_id }) => ({ draft_id: subject_id, plan_id })),
  )
}

function notOpen(): Refusal {
  return new Refusal('draft_not_open', { field: 'draft_id' })
}

/**
 * Places a plan from a draft, paid with the follower's parts. Throws `draft_not_found`, `draft_not_open` and
 * placing's refusals; repeating a request returns its first outcome.
 */
export async function confirmDraft(
  services: Services,
  follower_id: string,
  request: Pick<PlacingRequest, 'request_id' | 'parts' | 'origins' | 'time_zone'> & { draft_id: string },
): Promise<PlacingOutcome> {
  const { draft_id, origins = [], ...asked } = request
  const draft = await ownDraft(services, follower_id, draft_id)
  return await placePlan(services, follower_id, {
    ...asked,
    product_id: draft.product_id,
    duration_days: draft.duration_days,
    origins: [...origins, { kind: DRAFT_ORIGIN, subject_id: draft_id }],
  })
}

/** Drops a draft. Throws `draft_not_found`, `draft_not_open`. */
export async function dismissDraft(services: Services, follower_id: string, draft_id: string): Promise<void> {
  const { state } = await ownDraft(services, follower_id, draft_id)
  if (state === 'dismissed') return
  await services.database.transaction({ kind: 'customer', customer_id: follower_id }, async (tx) => {
    if (!(await closeDraft(tx, draft_id, 'dismissed'))) throw notOpen()
  })
}

async function ownDraft({ database }: Services, customer_id: string, draft_id: string): Promise<Draft> {
  const draft = await database.transaction({ kind: 'customer', customer_id }, (tx) =>
    draftOf(tx, customer_id, draft_id),
  )
  if (!draft) throw new Refusal('draft_not_found', { field: 'draft_id' })
  return draft
}
