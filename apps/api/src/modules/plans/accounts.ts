import type { FlowType } from '@adtally/contract/enums.ts'
import { type Account, type Cause, type Flow, PLATFORM_ID } from '../ledger/index.ts'
import type { Parts } from './running/spend-parts.ts'

/** Each kind of money in a plan, with its ledger account and the account that it comes from. */
export const PLAN_PARTS = [
  { part: 'cash_micros', code: 'plan_cash', source: 'customer_available' },
  { part: 'discount_micros', code: 'plan_discount', source: 'customer_discount' },
  { part: 'startup_micros', code: 'plan_startup', source: 'customer_startup' },
] as const satisfies { part: keyof Parts; code: string; source: string }[]

export const PROMO = { code: 'promo', owner_id: PLATFORM_ID } as const
export const FEE = { code: 'fee', owner_id: PLATFORM_ID } as const

export interface PlanParties {
  plan_id: string
  customer_id: string
  advertiser_id: string
}

/** The ledger's accounts of one plan. */
export function accountsOf({ plan_id, customer_id, advertiser_id }: PlanParties) {
  return {
    available: { code: 'customer_available', owner_id: customer_id },
    unsettled: { code: 'customer_unsettled', owner_id: customer_id, subject_id: plan_id },
    reserved: { code: 'escrow_reserved', owner_id: advertiser_id, subject_id: plan_id },
    escrow: { code: 'escrow', owner_id: advertiser_id },
    fee_unearned: { code: 'fee_unearned', owner_id: PLATFORM_ID, subject_id: plan_id },
  } as const satisfies Record<string, Account>
}

/** What a publisher has earned with a plan and has not been paid yet. */
export function publisherUnsettled(publisher_id: string, plan_id: string) {
  return { code: 'publisher_unsettled', owner_id: publisher_id, subject_id: plan_id } as const
}

/** The parts of `parts` that are not 0, with their accounts. */
export function partAccounts(plan: { plan_id: string; customer_id: string }, parts: Parts) {
  return PLAN_PARTS.filter(({ part }) => parts[part] > 0n).map(({ part, code, source }) => ({
    code,
    amount_micros: parts[part],
    account: { code, owner_id: plan.customer_id, subject_id: plan.plan_id } as const,
    source: { code: source, owner_id: plan.customer_id } as const,
  }))
}

/** The default cause of a plan's transfers; others follow from a batch of events, a conversion or a verdict. */
export function planCause(plan_id: string): Cause {
  return { kind: 'plan', id: plan_id }
}

/** A fund-flow line about a plan; `line` tells the plan's lines apart. */
export function planFlow(plan_id: string, line: string, type: FlowType): Flow {
  return { id: flowId(plan_id, line), type, subject_kind: 'plan', subject_id: plan_id }
}

/**
 * A line that the leader has, too, under the same id, about the follower's plan. Its kind sorts before `plan`, which
 * therefore wins if one batch names both.
 */
export function followedPlanFlow(plan_id: string, line: string, type: FlowType): Flow {
  return { ...planFlow(plan_id, line, type), subject_kind: 'followed_plan' }
}

/** Fund-flow lines that a plan has at most once. */
export const PLAN_LINES = [
  'placed',
  'returned',
  'settled',
  'startup',
  'share',
  'rebate',
  'repaid',
  'repaid-share',
] as const

/** The id of a plan's line. */
export function flowId(plan_id: string, line: string): string {
  return `plan:${plan_id}:${line}`
}

/** The line for one day's spend. */
export function spendLine(day: string): string {
  return `day:${day}`
}

/** The line for one day's revenue, estimated until the plan is settled. */
export function revenueLine(day: string): string {
  return `revenue:${day}`
}

/** The line for a correction after settlement. */
export function correctionLine(revision: number): string {
  return `correction:${revision}`
}
