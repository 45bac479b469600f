import type { FlowType } from '@adtally/contract/enums.ts'
import { type Account, type Cause, type Flow, PLATFORM_ID } from '../ledger/index.ts'
import type { Parts } from './running/spend-parts.ts'

/** The plan's part of each kind of money, and where the ledger keeps it. */
export const PLAN_PARTS = [
  { part: 'cash_micros', code: 'plan_cash', source: 'customer_available' },
  { part: 'discount_micros', code: 'plan_discount', source: 'customer_discount' },
  { part: 'startup_micros', code: 'plan_startup', source: 'customer_startup' },
] as const satisfies { part: keyof Parts; code: string; source: string }[]

export const PROMO = { code: 'promo', owner_id: PLATFORM_ID } as const
export const FEE = { code: 'fee', owner_id: PLATFORM_ID } as const

/** Whose plan it is and whose product. */
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

/** What a publisher has earned with a plan and is not paid yet. */
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

/** What a plan's transfers are caused by, unless a batch of events, a conversion or a verdict is. */
export function planCause(plan_id: string): Cause {
  return { kind: 'plan', id: plan_id }
}

/** A line of the fund flow that speaks of a plan; `line` tells a plan's lines apart. */
export function planFlow(plan_id: string, line: string, type: FlowType): Flow {
  return { id: flowId(plan_id, line), type, subject_kind: 'plan', subject_id: plan_id }
}

/**
 * A line that a leader has too, by the same id: it speaks of the plan of whoever follows. The kind sorts before `plan`,
 * which is what a line says where one batch names both.
 */
export function followedPlanFlow(plan_id: string, line: string, type: FlowType): Flow {
  return { ...planFlow(plan_id, line, type), subject_kind: 'followed_plan' }
}

/** Lines of a plan's fund flow that are there at most once. */
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

/** The line of one day's spend. */
export function spendLine(day: string): string {
  return `day:${day}`
}

/** The line of one day's revenue, which is estimated until the plan is settled. */
export function revenueLine(day: string): string {
  return `revenue:${day}`
}

/** The line of a correction after settlement. */
export function correctionLine(revision: number): string {
  return `correction:${revision}`
}
