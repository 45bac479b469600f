import { newId } from '../../../database/identifiers.ts'
import { type Cast, eventKey, LATER, leg, MOMENT, type Row, row, UNIT } from './recipe.ts'

export const CASH = 5n * UNIT
export const DISCOUNT = 3n * UNIT
export const STARTUP = 2n * UNIT
/** What one conversion pays, and what is reserved for two. */
export const PAYOUT = 4n * UNIT
export const RESERVED = 2n * PAYOUT

/** The cast's plan, placed with 10 units and two conversions reserved. */
export function plan({ plan_id, customer_id, advertiser_id, number }: Cast, status: string): Row {
  return row('plans.plans', {
    ...{ plan_id, customer_id, advertiser_id, status, policy_version: number, ends_at: LATER },
    ...{ cash_micros: CASH, discount_micros: DISCOUNT, startup_micros: STARTUP },
    ...{ payout_micros: PAYOUT, conversion_cap: 2, conversion_window_ms: 1, time_zone: 'UTC' },
  })
}

/** The entries of a plan before any money is returned. */
export const PLACED = {
  plan_placed: [
    leg('customer_available', 'plan_cash', CASH),
    leg('customer_discount', 'plan_discount', DISCOUNT),
    leg('customer_startup', 'plan_startup', STARTUP),
    leg('escrow', 'escrow_reserved', RESERVED),
  ],
} as const

/** A settlement's figures: what was spent of each part, the revenue, and who got what of it. */
export interface Figures {
  cash_spend_micros?: bigint
  discount_spend_micros?: bigint
  startup_spend_micros?: bigint
  revenue_micros?: bigint
  startup_return_micros?: bigint
  customer_micros?: bigint
  spend_fee_micros?: bigint
  rebate_micros?: bigint
  platform_fee_micros?: bigint
  leader_id?: string
  profit_share_micros?: bigint
}

const NOTHING: Required<Omit<Figures, 'leader_id'>> = {
  cash_spend_micros: 0n,
  discount_spend_micros: 0n,
  startup_spend_micros: 0n,
  revenue_micros: 0n,
  startup_return_micros: 0n,
  customer_micros: 0n,
  spend_fee_micros: 0n,
  rebate_micros: 0n,
  platform_fee_micros: 0n,
  profit_share_micros: 0n,
}

/** One revision of the plan's result. A rebate needs a month of VIP, a share a leader who takes a fifth. */
export function result(
  cast: Cast,
  figures: Figures,
  revision = 1,
  cause: object = { cause: 'settlement' },
): Row {
  const { plan_id, customer_id, advertiser_id, number } = cast
  const vip = figures.rebate_micros === undefined ? {} : { vip_id: newId(), vip_fee_percent: 5 }
  const share =
    figures.leader_id === undefined ? {} : { share_rate_percent: 20, share_carried_loss_micros: 0n }
  return row('plans.results', {
    ...{ plan_id, revision, customer_id, advertiser_id, policy_version: number, amount_micros: 10n * UNIT },
    ...{ ...NOTHING, ...figures, ...vip, ...share, ...cause },
  })
}

const difference = (before: Figures, after: Figures, names: readonly (keyof typeof NOTHING)[]): bigint =>
  names.reduce((sum, name) => sum + (before[name] ?? 0n) - (after[name] ?? 0n), 0n)

/** What a settlement is corrected by. */
export type CorrectionKind = 'verdict' | 'conversion' | 'restoration'

/** Events that a verdict found excessive or an appeal put back, or an owed conversion that was paid at last. */
function evidence(
  cast: Cast,
  kind: CorrectionKind,
  cause_id: string,
  before: Figures,
  after: Figures,
): Row[] {
  const { plan_id, publisher_id, advertiser_id, customer_id, number } = cast
  const revenue_micros = difference(before, after, ['revenue_micros'])
  if (kind === 'conversion') {
    const paid = { plan_id, payout_micros: -revenue_micros }
    return [
      row('delivery.conversions', { ...paid, ...eventKey(cause_id), state: 'owed' }),
      row('plans.owed_conversions', {
        ...{ ...paid, conversion_id: cause_id, advertiser_id, customer_id, paid_at: MOMENT },
      }),
    ]
  }
  const [shown, converted] = [newId(), newId()]
  const [less, more] = kind === 'verdict' ? [after, before] : [before, after]
  const spend_micros = difference(more, less, [
    ...(['cash_spend_micros', 'discount_spend_micros', 'startup_spend_micros'] as const),
  ])
  const fee_micros = difference(more, less, ['spend_fee_micros'])
  const event = { plan_id, publisher_id, node_id: number, batch: 1 }
  const events = [
    row('delivery.events', {
      ...{
        ...event,
        ...eventKey(shown),
        kind: 'impression',
        goal: '',
        charge_micros: spend_micros,
        fee_micros,
      },
    }),
    row('delivery.events', { ...event, ...eventKey(converted), kind: 'conversion', goal: 'sale' }),
  ]
  if (kind === 'restoration') {
    const back = { restoration_id: cause_id, appeal_id: newId(), plan_id }
    return [
      ...events,
      row('delivery.restorations', { ...back, ...eventKey(shown), spend_restored_micros: spend_micros }),
      row('delivery.restorations', {
        ...back,
        ...eventKey(converted),
        revenue_restored_micros: -revenue_micros,
      }),
    ]
  }
  const found = { verdict_id: cause_id, plan_id, rule: 'known_crawler', rule_version: 1 }
  return [
    ...events,
    row('delivery.verdicts', { ...found, ...eventKey(shown), spend_returned_micros: spend_micros }),
    row('delivery.verdicts', { ...found, ...eventKey(converted), revenue_reversed_micros: revenue_micros }),
  ]
}

/** What the plan was placed from: the draft of a leader's plan. */
export function placedAfter({ plan_id, customer_id }: Cast, leader_id: string): Row[] {
  const [relation_id, follower_id] = [newId(), customer_id]
  return [
    row('follows.relations', {
      ...{ relation_id, follower_id, leader_id, fee_percent: 20, ended_at: LATER, end_reason: 'replaced' },
    }),
    row('follows.drafts', {
      ...{ relation_id, follower_id, leader_id, plan_id, state: 'confirmed', decided_at: MOMENT },
      ...{ duration_days: 1, expires_at: LATER },
    }),
  ]
}

const CAUSES = {
  verdict: ['invalid', 'verdict_id'],
  conversion: ['owed', 'conversion_id'],
  restoration: ['restored', 'restoration_id'],
} as const

/** The result and its revision by what corrects it, which has this id, with the evidence for it. */
export function revised(
  cast: Cast,
  kind: CorrectionKind,
  cause_id: string,
  before: Figures,
  after: Figures,
): Row[] {
  const [name, column] = CAUSES[kind]
  const cause = { cause: name, [column]: cause_id }
  return [
    plan(cast, 'settled'),
    ...evidence(cast, kind, cause_id, before, after),
    ...(after.leader_id === undefined ? [] : placedAfter(cast, after.leader_id)),
    result(cast, before),
    result(cast, after, 2, cause),
  ]
}
