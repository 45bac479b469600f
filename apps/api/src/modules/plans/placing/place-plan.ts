import type { Reason } from '@adtally/contract/reasons.ts'
import type { Micros } from '@adtally/money/money.ts'
import type { Transaction } from '../../../database/database.ts'
import { newId } from '../../../database/identifiers.ts'
import { scheduleAll } from '../../../database/jobs.ts'
import { Refusal } from '../../../lib/refusal.ts'
import { closedAccounts, customersByIds } from '../../identity/index.ts'
import type { MoneyActionKind, Transfer } from '../../ledger/index.ts'
import { lockProductStates, type ProductState, type ShownProduct } from '../../marketplace/index.ts'
import * as policies from '../../policies/index.ts'
import type { Services } from '../../services.ts'
import { endedStartupFunds } from '../../startup/index.ts'
import { paymentsStopped } from '../../wallet/index.ts'
import { accountsOf, partAccounts, planCause, planFlow } from '../accounts.ts'
import { insertPlans, type NewPlan, nextPlanNumbers } from '../plans.repository.ts'
import { deadlineOf } from '../running/deadline.ts'
import { type Parts, totalOf } from '../running/spend-parts.ts'
import { beyondOwed, owedBefore } from '../settlement/owed-first.ts'
import { PLAN_DUE_JOB } from '../tell.ts'
import { beginPlacing } from './placing-lock.repository.ts'
import {
  type HeldOrigins,
  lookAtOrigins,
  originFunding,
  originRefusals,
  type PlacingFacts,
  type PlacingOrigin,
  recordOrigins,
} from './placing-origin.ts'
import { amountBounds, conversionCap } from './placing-rules.ts'

const DAY_MS = 86_400_000

export interface PlacingRequest {
  request_id: string
  product_id: string
  parts: Parts
  /** How long the plan may run; the policy's days where none are chosen. */
  duration_days?: number | undefined
  /** Single-use things that the plan is placed from: a draft, a coupon. */
  origins?: readonly PlacingOrigin[] | undefined
  /** The request's zone, for the customer's days where the customer has none of their own. */
  time_zone?: string | undefined
}

/** What was placed. Kept forever under its request id, so amounts are decimal strings of micro-units. */
export interface PlacingOutcome {
  plan_id: string
  number: string
  conversion_cap: string
  reserved_micros: string
  create_time: string
}

/** What placing reads before the accounts are locked; skipped for acts that are refused anyway. */
interface PlacingFindings {
  payments_stopped: boolean
  by_plan: ReadonlyMap<string, PlanFindings>
}

interface PlanFindings {
  /** The number for this plan. */
  number: string
  /** The customer's own; null where they have none. */
  time_zone: string | null
  /** Why the account may not place: it was disabled after the request. */
  account_reason: Reason | null
  /** Null if the product is not open. */
  product: ProductState | null
}

interface PlacingPayload {
  /** The refusal decided before the accounts were locked; used only if the request id is new. */
  refusal: Refusal | null
  plan: Omit<NewPlan, 'status' | 'number'>
  limits: policies.Policy
  origins: readonly PlacingOrigin[]
  facts: PlacingFacts
}

/**
 * Places a plan (PRODUCT §4): moves money by parts to the plan, reserves escrow up to the conversion cap, and writes
 * status and history, all in one commit that many placings share. A product with an approved creative goes to
 * matching at once. Throws `product_not_found`, `product_not_open`, `investment_out_of_range`,
 * `insufficient_balance`, `product_escrow_exhausted`, `payments_stopped`, `startup_official_only`, `startup_over`,
 * `startup_funds_insufficient`, `request_id_reused`, refusals of its origins, and those for accounts that are not
 * active. A repeated request returns its first outcome.
 */
export async function placePlan(
  services: Services,
  customer_id: string,
  request: PlacingRequest,
): Promise<PlacingOutcome> {
  const product = await services.plans.termsOf(services, request.product_id)
  const payload = payloadOf(services, customer_id, request, product)
  const { cash_micros, discount_micros, startup_micros } = request.parts
  const content = [
    request.product_id,
    cash_micros,
    discount_micros,
    startup_micros,
    request.duration_days ?? 0,
    ...(request.origins ?? []).flatMap(({ kind, subject_id }) => [kind.name, subject_id]),
  ]
  return await services.ledger.submit({
    kind: PLACING,
    owner_id: customer_id,
    request_id: request.request_id,
    request_content: content.map(String).join(' '),
    transfers: payload.refusal ? [] : placingTransfers(payload),
    payload,
  })
}

function payloadOf(
  services: Services,
  customer_id: string,
  { product_id, parts, duration_days, origins = [], time_zone = 'UTC' }: PlacingRequest,
  product: ShownProduct | null,
): PlacingPayload {
  const limits = policies.current(services)
  const amount_micros = totalOf(parts)
  const payout_micros = product?.payout_micros ?? 1n
  const created_at = services.clock.now()
  const duration_ms = duration_days === undefined ? limits.plan_duration_default_ms : duration_days * DAY_MS
  const plan_id = newId()
  return {
    refusal: product
      ? refusalOf(product, limits, parts)
      : new Refusal('product_not_found', { field: 'product_id' }),
    plan: {
      plan_id,
      customer_id,
      product_id,
      advertiser_id: product?.advertiser_id ?? product_id,
      ...parts,
      payout_micros,
      conversion_cap: conversionCap(amount_micros, payout_micros, limits.conversion_cap_percent),
      platform_fee_percent: limits.platform_fee_percent,
      conversion_window_ms: product?.conversion_window_ms ?? 0n,
      policy_version: limits.version,
      created_at,
      ends_at: new Date(created_at.getTime() + Math.min(duration_ms, limits.plan_duration_max_ms)),
      time_zone,
    },
    limits,
    origins,
    facts: { plan_id, customer_id, product_id, push: product?.push ?? [], time_zone, ...parts },
  }
}

function refusalOf(product: ShownProduct, limits: policies.Policy, parts: Parts): Refusal | null {
  const amount_micros = totalOf(parts)
  const { amount_min_micros, amount_max_micros } = amountBounds(product, {
    amount_min_micros: limits.plan_amount_min_micros,
    amount_max_micros: limits.plan_amount_max_micros,
  })
  const in_range = amount_micros >= amount_min_micros && amount_micros <= amount_max_micros
  if (!in_range) return new Refusal('investment_out_of_range', { field: 'amount' })
  // Promotional money of any kind can only buy official placements (PRODUCT §8).
  const is_official = product.push.includes('official')
  return parts.startup_micros === 0n || is_official
    ? null
    : new Refusal('startup_official_only', { field: 'startup_amount' })
}

function placingTransfers(payload: PlacingPayload): Transfer[] {
  const { plan } = payload
  const { reserved, escrow } = accountsOf(plan)
  const cause = planCause(plan.plan_id)
  const funding = partAccounts(plan, plan).map(
    ({ code, account, source, amount_micros }): Transfer => ({
      id: newId(),
      kind: 'posted',
      posting: 'plan_placed',
      debit: source,
      credit: account,
      amount_micros,
      cause,
      flow: planFlow(plan.plan_id, 'placed', 'ad_serving'),
      reason_if_short: code === 'plan_startup' ? 'startup_funds_insufficient' : 'insufficient_balance',
    }),
  )
  return [
    ...originFunding(payload),
    ...funding,
    {
      id: newId(),
      kind: 'posted',
      posting: 'plan_placed',
      debit: escrow,
      credit: reserved,
      amount_micros: plan.conversion_cap * plan.payout_micros,
      cause,
      reason_if_short: 'product_escrow_exhausted',
    },
  ]
}

/** What is only certain once the accounts are locked. */
interface LockedFindings {
  /** Each advertiser's debt. */
  owed: ReadonlyMap<string, Micros>
  /** Customers whose startup funds have ended. */
  startup_over: ReadonlySet<string>
  held_origins: HeldOrigins
}
type PlacingKind = MoneyActionKind<PlacingPayload, PlacingOutcome, PlacingFindings, LockedFindings>

/** The kind of money action for placing. */
const PLACING: PlacingKind = {
  name: 'plan.put',
  look,
  lookLocked,
  async check(tx, payloads, { found, found_locked }) {
    const early = payloads.map((payload) => payload.refusal ?? reasonFound(payload, found))
    // Leave out refused placings, so that they don't take an origin from the next one in the batch.
    const going_on = payloads.filter((_, index) => early[index] === null)
    const refused = originRefusals(found_locked.held_origins, going_on)
    const owed_first = await beyondOwed(tx, going_on, found_locked.owed)
    return payloads.map((payload, index) => {
      if (early[index]) return early[index]
      const { startup_micros, customer_id } = payload.plan
      if (startup_micros > 0n && found_locked.startup_over.has(customer_id)) {
        return new Refusal('startup_over', { field: 'startup_amount' })
      }
      if (owed_first.has(payload)) return new Refusal('product_escrow_exhausted')
      return refused.get(payload) ?? null
    })
  },
  async record(tx, payloads, { found, found_locked }, http_request_ids) {
    const placed = payloads.map((payload, index) => ({
      plan: planOf(payload, found),
      limits: payload.limits,
      request_id: http_request_ids[index] ?? null,
    }))
    const plans = placed.map(({ plan }) => plan)
    await Promise.all([
      // Jobs before plans: a trigger on plans finds each one's HTTP request through its job.
      scheduleAll(tx, PLAN_DUE_JOB, placed.map(dueOf)),
      insertPlans(tx, plans),
      recordOrigins(tx, found_locked.held_origins, payloads),
    ])
  },
  outcomeOf: ({ plan }, { found }) => ({
    plan_id: plan.plan_id,
    number: foundOf(plan, found).number,
    conversion_cap: String(plan.conversion_cap),
    reserved_micros: String(plan.conversion_cap * plan.payout_micros),
    create_time: plan.created_at.toISOString(),
  }),
}

/** Reads the accounts and products for the whole batch and locks them against closing. */
async function look(tx: Transaction, payloads: readonly PlacingPayload[]): Promise<PlacingFindings> {
  const asked = payloads.filter(({ refusal }) => refusal === null)
  if (asked.length === 0) return { payments_stopped: false, by_plan: new Map() }
  const [, account_reasons, states, payments_stopped, numbers, customers] = await Promise.all([
    beginPlacing(tx),
    closedAccounts(
      tx,
      asked.map(({ plan }) => plan.customer_id),
    ),
    lockProductStates(
      tx,
      asked.map(({ plan }) => plan.product_id),
    ),
    paymentsStopped(tx),
    nextPlanNumbers(tx, asked.length),
    customersByIds(
      tx,
      asked.map(({ plan }) => plan.customer_id),
    ),
  ])
  const open = new Map(states.filter(({ is_open }) => is_open).map((state) => [state.product_id, state]))
  const by_plan = new Map(
    asked.map(({ plan }, index): [string, PlanFindings] => [
      plan.plan_id,
      {
        number: numbers[index] ?? '',
        time_zone: customers.get(plan.customer_id)?.time_zone ?? null,
        account_reason: account_reasons.get(plan.customer_id) ?? null,
        product: open.get(plan.product_id) ?? null,
      },
    ]),
  )
  return { payments_stopped, by_plan }
}

async function lookLocked(tx: Transaction, payloads: readonly PlacingPayload[]): Promise<LockedFindings> {
  const asked = payloads.filter(({ refusal }) => refusal === null)
  const [owed, startup_over, held_origins] = await Promise.all([
    owedBefore(tx, asked),
    endedStartupFunds(
      tx,
      asked.flatMap(({ plan }) => (plan.startup_micros > 0n ? plan.customer_id : [])),
    ),
    lookAtOrigins(tx, asked),
  ])
  return { owed, startup_over, held_origins }
}

function foundOf({ plan_id }: { plan_id: string }, { by_plan }: PlacingFindings): PlanFindings {
  return by_plan.get(plan_id) ?? { number: '', time_zone: null, account_reason: null, product: null }
}

/** Refusals from what was found before the accounts were locked. */
function reasonFound({ plan }: PlacingPayload, findings: PlacingFindings): Refusal | null {
  const { account_reason, product } = foundOf(plan, findings)
  if (account_reason) return new Refusal(account_reason)
  if (findings.payments_stopped) return new Refusal('payments_stopped')
  return product ? null : new Refusal('product_not_open', { field: 'product_id' })
}

function planOf({ plan }: PlacingPayload, findings: PlacingFindings): NewPlan {
  const { number, time_zone, product } = foundOf(plan, findings)
  return {
    ...plan,
    number,
    time_zone: time_zone ?? plan.time_zone,
    status: product?.has_approved_creative ? 'matching' : 'waitPut',
  }
}

/** When a plan just placed leaves its status automatically. */
function dueOf({
  plan,
  limits,
  request_id,
}: {
  plan: NewPlan
  limits: policies.Policy
  request_id: string | null
}): { subject_id: string; due_at: Date; request_id: string | null } {
  const deadline = deadlineOf({ ...plan, status_at: plan.created_at, finished_at: null }, limits)
  return { subject_id: plan.plan_id, due_at: deadline?.due_at ?? plan.ends_at, request_id }
}
