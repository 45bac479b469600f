import type { PlanStatus } from '@adtally/contract/enums.ts'
import type { PlanTrigger } from '../status-table.ts'

/** A delivery token's longest life: so long after the end of delivery events may still arrive (PRODUCT §4). */
export const TOKEN_LIFE_MS = 3_600_000

/** What a plan's next deadline depends on. */
export interface DeadlineFacts {
  status: PlanStatus
  status_at: Date
  ends_at: Date
  /** When delivery ended; null before. */
  finished_at: Date | null
  conversion_window_ms: bigint
}

/** The limits of the policy that the plan was placed under. */
export interface DeadlineLimits {
  review_limit_ms: number
  no_delivery_limit_ms: number
  settlement_limit_ms: number
}

/**
 * When a plan leaves its status by itself: at `due_at`, or, where that waits for delivery to be done with its events,
 * as soon as it is and at `latest_at` in any case (PRODUCT §4). Null in a final status.
 */
export function deadlineOf(
  facts: DeadlineFacts,
  limits: DeadlineLimits,
): { due_at: Date; latest_at: Date; trigger: PlanTrigger } | null {
  const { status, status_at, ends_at } = facts
  const finished_at = facts.finished_at ?? status_at
  const at = (time: Date, trigger: PlanTrigger) => ({ due_at: time, latest_at: time, trigger })
  switch (status) {
    case 'waitPut':
      return at(earlier(after(status_at, limits.review_limit_ms), ends_at), 'review_overdue')
    case 'matching':
      return at(earlier(after(status_at, limits.no_delivery_limit_ms), ends_at), 'no_delivery')
    case 'putting':
      return at(ends_at, 'ended')
    case 'putFinished':
      return {
        due_at: after(finished_at, TOKEN_LIFE_MS),
        latest_at: after(finished_at, limits.settlement_limit_ms),
        trigger: 'tokens_expired',
      }
    case 'waitSettle': {
      const latest_at = after(finished_at, limits.settlement_limit_ms)
      return { due_at: earlier(windowEnd(finished_at, facts), latest_at), latest_at, trigger: 'settlement' }
    }
    case 'putFailed':
    case 'settled':
      return null
  }
}

/** When the last conversion can come: the window after the last click, which a token allows until its expiry. */
export function windowEnd(
  finished_at: Date,
  { conversion_window_ms }: { conversion_window_ms: bigint },
): Date {
  return after(finished_at, TOKEN_LIFE_MS + Number(conversion_window_ms))
}

function after(time: Date, by_ms: number): Date {
  return new Date(time.getTime() + by_ms)
}

function earlier(left: Date, right: Date): Date {
  return left < right ? left : right
}
