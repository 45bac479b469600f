import type { OutputOf } from '@adtally/contract/call.ts'
import type { accountabilityList } from '@adtally/contract/identity/identity.ts'
import type { Page } from '../paging.ts'
import type { FeedRow } from './repository.ts'

/** The feed as the customer's app reads it, without names of staff. */
export function presentFeed(page: Page<FeedRow>): OutputOf<typeof accountabilityList> {
  return {
    items: page.items.map((row) => ({
      entry_id: row.sequence,
      occurred_at: row.occurred_at.toISOString(),
      role: row.actor_role ?? row.actor_kind,
      action: row.action,
      subject: `${row.subject_kind}:${row.subject_id}`,
      reason: row.reason,
      approver_role: row.approver_role,
    })),
    next_cursor: page.next_cursor,
  }
}
