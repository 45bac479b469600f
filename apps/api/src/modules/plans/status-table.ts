import type { PlanStatus } from '@adtally/contract/enums.ts'

/** What can change a plan's status (PRODUCT §4); stored with each change and shown in the plan's timeline. */
export const PLAN_TRIGGERS = [
  'placed',
  'creative_approved',
  'creative_refused',
  'review_overdue',
  'first_delivery',
  'no_delivery',
  'spent',
  'ended',
  'cap_reached',
  'cancelled',
  'stopped',
  'account_disabled',
  'product_closed',
  'tokens_expired',
  'settlement',
] as const
export type PlanTrigger = (typeof PLAN_TRIGGERS)[number]

/** One status change; `from: null` is the placing. */
export interface StatusTransition {
  from: PlanStatus | null
  to: PlanStatus
  triggers: readonly PlanTrigger[]
}

/**
 * Every allowed change of status (PRODUCT §4). `plans.status_transitions` has the same rows, which a test compares,
 * and the database refuses any other change. A status that no row leaves is final.
 */
export const STATUS_TRANSITIONS: readonly StatusTransition[] = [
  { from: null, to: 'waitPut', triggers: ['placed'] },
  { from: 'waitPut', to: 'matching', triggers: ['creative_approved'] },
  {
    from: 'waitPut',
    to: 'putFailed',
    triggers: ['creative_refused', 'review_overdue', 'cancelled', 'account_disabled', 'product_closed'],
  },
  { from: 'matching', to: 'putting', triggers: ['first_delivery'] },
  {
    from: 'matching',
    to: 'putFailed',
    triggers: ['no_delivery', 'cancelled', 'account_disabled', 'product_closed'],
  },
  {
    from: 'putting',
    to: 'putFinished',
    triggers: ['spent', 'ended', 'cap_reached', 'stopped', 'account_disabled', 'product_closed'],
  },
  { from: 'putFinished', to: 'waitSettle', triggers: ['tokens_expired'] },
  { from: 'waitSettle', to: 'settled', triggers: ['settlement'] },
]

/** The status that follows `from` by `trigger`; null if the table has no such change. */
export function nextStatus(from: PlanStatus | null, trigger: PlanTrigger): PlanStatus | null {
  const transition = STATUS_TRANSITIONS.find((row) => row.from === from && row.triggers.includes(trigger))
  return transition?.to ?? null
}

/** Whether no change leaves `status`. */
export function isFinal(status: PlanStatus): boolean {
  return STATUS_TRANSITIONS.every(({ from }) => from !== status)
}

/** What a customer may do with a plan in `status`, for the plan's page. */
export function allowedActs(
  status: PlanStatus,
  paused: boolean,
): { cancel: boolean; pause: boolean; resume: boolean; stop: boolean } {
  const running = status === 'putting'
  return {
    cancel: nextStatus(status, 'cancelled') !== null,
    pause: running && !paused,
    resume: running && paused,
    stop: nextStatus(status, 'stopped') !== null,
  }
}
