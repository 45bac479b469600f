import type { PlanStatus } from '@adtally/contract/enums.ts'
import type { PlanTrigger } from '../status-table.ts'

/** How long after the end of delivery a token's events may still arrive (PRODUCT §4). */
export const TOKEN_LIFE_MS = 3_600_000

/** What a plan's next deadline depends on. */
export interface DeadlineFacts {
  status: PlanStatus
  status_at: Date
  ends_at: Date
  /** When delivery ended; null before that. */
  finished_at: Date | null
  conversion_window_ms: bigint
}

/** Limits of the policy under which the plan was placed. */
export interface DeadlineLimits {
  review_limit_ms: number
  no_delivery_limit_ms: number
  settlement_limit_ms: number
}

/**
 * When a plan leaves its status automatically: at `due_at`, or, if that depends on delivery having processed its
 * events, as soon as it has, but at `latest_at` in any case (PRODUCT §4). Null in a final status.
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

/** When the last conversion can arrive: the conversion window after the last click that a token allows. */
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
