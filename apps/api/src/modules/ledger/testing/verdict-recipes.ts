import { newId } from '../../../database/identifiers.ts'
import {
  CASH,
  type CorrectionKind,
  type Figures,
  PAYOUT,
  placedAfter,
  plan,
  result,
  revised,
  STARTUP,
} from './plan-rows.ts'
import * as plans from './plans-recipes.ts'
import {
  type Before,
  eventKey,
  type Leg,
  leg,
  MOMENT,
  type Recipe,
  type Recipes,
  row,
  UNIT,
} from './recipe.ts'

type Kind = CorrectionKind

const converted =
  (legs: readonly Leg[]): Recipe =>
  (cast) => {
    const cause_id = newId()
    return {
      cause_id,
      rows: [
        plan(cast, 'putting'),
        plans.event(cast, cause_id, plans.CONVERTED),
        row('delivery.conversions', {
          ...{ ...eventKey(cause_id), plan_id: cast.plan_id, state: 'credited', payout_micros: PAYOUT },
        }),
      ],
      legs,
    }
  }

const FROM_RESERVE = leg('escrow_reserved', 'customer_unsettled', PAYOUT)
/** Only used once the reserve is spent, which the row does not show. */
const FROM_FREE_ESCROW = leg('escrow', 'escrow_reserved', PAYOUT, { at_most: true })

const conversionTakenBack: Recipe = (cast) => {
  const [cause_id, event_id] = [newId(), newId()]
  const back = {
    verdict_id: cause_id,
    ...eventKey(event_id),
    plan_id: cast.plan_id,
    rule: 'known_crawler',
    rule_version: 1,
  }
  return {
    cause_id,
    rows: [
      plan(cast, 'putting'),
      plans.event(cast, event_id, plans.CONVERTED),
      row('delivery.verdicts', { ...back, revenue_reversed_micros: PAYOUT }),
    ],
    legs: [leg('customer_unsettled', 'escrow_reserved', PAYOUT, { is_reversal: true })],
  }
}

const spendTakenBack: Recipe = (cast) => {
  const [cause_id, event_id] = [newId(), newId()]
  const back = {
    verdict_id: cause_id,
    ...eventKey(event_id),
    plan_id: cast.plan_id,
    rule: 'known_crawler',
    rule_version: 1,
  }
  return {
    cause_id,
    rows: [
      plan(cast, 'putting'),
      plans.event(cast, event_id),
      row('delivery.verdicts', { ...back, spend_returned_micros: UNIT }),
    ],
    legs: [
      leg('publisher_unsettled', 'plan_cash', 500_000n),
      leg('publisher_unsettled', 'plan_discount', 300_000n),
      leg('publisher_unsettled', 'plan_startup', 100_000n),
      leg('fee_unearned', 'plan_cash', 50_000n),
      leg('fee_unearned', 'plan_discount', 30_000n),
      leg('fee_unearned', 'plan_startup', 20_000n),
    ],
  }
}

const revising =
  (
    kind: Kind,
    before: (leader_id: string) => Figures,
    after: (leader_id: string) => Figures,
    legs: readonly Leg[],
    earlier: Before = {},
  ): Recipe =>
  (cast) => {
    const cause_id = newId()
    return {
      cause_id,
      rows: revised(cast, kind, cause_id, before(cast.leader_id), after(cast.leader_id)),
      before: earlier,
      legs,
    }
  }

const AS_PLACED: Figures = {
  ...{ cash_spend_micros: 5n * UNIT, discount_spend_micros: 3n * UNIT, startup_spend_micros: 2n * UNIT },
  ...{ revenue_micros: 10n * UNIT, startup_return_micros: 2n * UNIT, customer_micros: 8n * UNIT },
  ...{ spend_fee_micros: UNIT, rebate_micros: 400_000n, platform_fee_micros: 600_000n },
}
const LESS: Figures = {
  ...{ cash_spend_micros: 4n * UNIT, discount_spend_micros: 2n * UNIT, startup_spend_micros: UNIT },
  ...{ revenue_micros: 5n * UNIT, startup_return_micros: 714_285n, customer_micros: 4_285_715n },
  ...{ spend_fee_micros: 700_000n, rebate_micros: 300_000n, platform_fee_micros: 400_000n },
}
const back = (debit: Leg['debit'], credit: Leg['credit'], amount_micros: bigint, at_most?: true): Leg =>
  leg(debit, credit, amount_micros, at_most ? { is_reversal: true, at_most } : { is_reversal: true })

/** Spend goes back whole; revenue at most by the difference, as what can't be collected becomes a receivable. */
const settledAgain = revising(
  'verdict',
  () => AS_PLACED,
  () => LESS,
  [
    leg('plan_cash', 'customer_available', UNIT),
    leg('plan_discount', 'promo', UNIT),
    leg('plan_startup', 'promo', UNIT),
    back('fee', 'fee_unearned', 200_000n),
    back('customer_available', 'fee_unearned', 100_000n),
    back('customer_available', 'customer_unsettled', 3_714_285n, true),
    back('promo', 'customer_unsettled', 1_285_715n, true),
    leg('escrow_reserved', 'escrow', 5n * UNIT, { at_most: true }),
  ],
  {
    invalid_before_settlement: (['plan_cash', 'plan_discount', 'plan_startup'] as const).flatMap((part) => [
      leg('publisher_unsettled', part, 900_000n),
      leg('fee_unearned', part, 100_000n),
    ]),
  },
)

const UNPAID: Figures = { cash_spend_micros: 2n * UNIT, startup_spend_micros: STARTUP }
const PAID: Figures = {
  ...{ ...UNPAID, revenue_micros: PAYOUT, startup_return_micros: STARTUP, customer_micros: 2n * UNIT },
}

const paidAtLast = revising(
  'conversion',
  () => UNPAID,
  () => PAID,
  [
    leg('customer_unsettled', 'promo', STARTUP, { at_most: true }),
    leg('customer_unsettled', 'customer_available', 2n * UNIT, { at_most: true }),
  ],
)

const SHARED = (leader_id: string): Figures => ({
  ...{ cash_spend_micros: CASH, revenue_micros: 10n * UNIT, customer_micros: 9n * UNIT },
  ...{ leader_id, profit_share_micros: UNIT },
})
const UNSHARED = (leader_id: string): Figures => ({
  ...{ cash_spend_micros: CASH, revenue_micros: CASH, customer_micros: CASH, leader_id },
})

/** A later plan of the pair, with less profit above the high-water mark since the earlier plan's verdict. */
const sharedLater: Recipe = (cast) => {
  const cause_id = newId()
  const { leader_id } = cast
  const earlier = { ...cast, plan_id: newId(), number: cast.number + 1_000_000 }
  const unshared = { ...SHARED(leader_id), customer_micros: 10n * UNIT, profit_share_micros: 0n }
  const share = { cause: 'share', verdict_id: cause_id, share_carried_loss_micros: CASH }
  return {
    cause_id,
    rows: [
      ...revised(earlier, 'verdict', cause_id, SHARED(leader_id), UNSHARED(leader_id)),
      plan(cast, 'settled'),
      ...placedAfter(cast, leader_id),
      result(cast, SHARED(leader_id)),
      result(cast, unshared, 2, share),
    ],
    legs: [back('leader_available', 'customer_unsettled', UNIT, true)],
  }
}

const owing =
  (kind: Kind): Recipe =>
  (cast) => {
    const { plan_id, customer_id, advertiser_id } = cast
    const cause_id = newId()
    const owed = { plan_id, customer_id, advertiser_id, amount_micros: UNIT, revision: 2 }
    return {
      cause_id,
      rows: [
        ...(kind === 'conversion'
          ? revised(cast, kind, cause_id, UNPAID, PAID)
          : revised(cast, kind, cause_id, AS_PLACED, AS_PLACED)),
        row('plans.receivables', owed),
      ],
      legs: [leg('receivable', 'recovery', UNIT)],
    }
  }

/** The platform's own money replaces the part of startup funds that was paid out and granted again. */
export const FILLED = revising(
  'verdict',
  () => ({ startup_spend_micros: STARTUP, revenue_micros: STARTUP, startup_return_micros: STARTUP }),
  () => ({ startup_spend_micros: STARTUP }),
  [leg('own', 'promo', STARTUP, { at_most: true })],
)

/** What an appeal puts back of a running plan: an event, its verdict, the granted appeal and the restoration. */
const putBack =
  (event: object, verdict: object, restored: object, legs: readonly Leg[]): Recipe =>
  (cast) => {
    const { plan_id, customer_id } = cast
    const [cause_id, event_id, verdict_id, appeal_id] = [newId(), newId(), newId(), newId()]
    const [rule, rule_version] = ['known_crawler', 1]
    return {
      cause_id,
      rows: [
        plan(cast, 'putting'),
        plans.event(cast, event_id, event),
        row('delivery.verdicts', {
          verdict_id,
          ...eventKey(event_id),
          plan_id,
          rule,
          rule_version,
          ...verdict,
        }),
        row('delivery.appeals', {
          ...{ appeal_id, verdict_id, rule, rule_version, plan_id, customer_id, request_id: appeal_id },
          ...{ decision: 'granted', answer: 'so', decided_at: MOMENT, proposal_id: newId() },
          ...{ proposed_by: newId(), approved_by: newId() },
        }),
        row('delivery.restorations', {
          ...{ restoration_id: cause_id, ...eventKey(event_id), appeal_id, plan_id, ...restored },
        }),
      ],
      legs,
    }
  }

const RETURNED = { spend_returned_micros: UNIT }
const PAID_AGAIN = [
  plans.CONVERTED,
  { revenue_reversed_micros: PAYOUT },
  { revenue_restored_micros: PAYOUT },
] as const

const spendPutBack = putBack({}, RETURNED, { spend_restored_micros: UNIT }, [
  back('plan_cash', 'publisher_unsettled', 500_000n),
  back('plan_discount', 'publisher_unsettled', 300_000n),
  back('plan_startup', 'publisher_unsettled', 100_000n),
  back('plan_cash', 'fee_unearned', 50_000n),
  back('plan_discount', 'fee_unearned', 30_000n),
  back('plan_startup', 'fee_unearned', 20_000n),
])
/** By parts that the verdict had given nothing. */
const spendAnew = putBack({}, RETURNED, { spend_restored_micros: UNIT, spend_anew_micros: UNIT }, [
  leg('plan_cash', 'publisher_unsettled', 900_000n),
  leg('plan_cash', 'fee_unearned', 100_000n),
])

const MORE_FEES = [leg('fee_unearned', 'fee', 200_000n), leg('fee_unearned', 'customer_available', 100_000n)]
const RETAKEN = [
  back('customer_available', 'plan_cash', UNIT, true),
  back('promo', 'plan_discount', UNIT, true),
  back('customer_startup', 'plan_startup', UNIT, true),
]
const restoring = (legs: readonly Leg[], earlier: Before = {}) =>
  revising(
    'restoration',
    () => LESS,
    () => AS_PLACED,
    legs,
    earlier,
  )
const settledWithMore = restoring([
  ...MORE_FEES,
  ...RETAKEN,
  leg('customer_unsettled', 'customer_available', 3_714_285n, { at_most: true }),
  leg('customer_unsettled', 'promo', 1_285_715n, { at_most: true }),
])

/** More spend of the customer's own money makes the startup funds' share of the revenue less. */
export const FILLED_AGAIN = revising(
  'restoration',
  () => ({ startup_spend_micros: STARTUP, revenue_micros: STARTUP, startup_return_micros: STARTUP }),
  () => ({
    ...{ cash_spend_micros: STARTUP, startup_spend_micros: STARTUP, revenue_micros: STARTUP },
    ...{ startup_return_micros: UNIT, customer_micros: UNIT },
  }),
  [leg('own', 'promo', UNIT, { at_most: true })],
)

/** Recipes of plans, and of the batches, conversions and verdicts of their events. */
export const PLANS = {
  plan_placed: { plan: [plans.placed] },
  spend: { spend_batch: [plans.billed], restoration: [spendAnew] },
  conversion: {
    conversion: [converted([FROM_RESERVE]), converted([FROM_FREE_ESCROW, FROM_RESERVE])],
    verdict: [conversionTakenBack],
    restoration: [
      putBack(...PAID_AGAIN, [back('escrow_reserved', 'customer_unsettled', PAYOUT)]),
      putBack(...PAID_AGAIN, [FROM_FREE_ESCROW, FROM_RESERVE]),
    ],
  },
  invalid_before_settlement: { verdict: [spendTakenBack], restoration: [spendPutBack] },
  unspent_returned: {
    plan: [plans.failed, plans.unspent],
    restoration: [restoring(RETAKEN, { settlement: MORE_FEES })],
  },
  settlement: {
    plan: [plans.settled],
    verdict: [settledAgain],
    conversion: [paidAtLast],
    restoration: [settledWithMore],
  },
  profit_shared: {
    plan: [plans.shared, plans.sharedAtLast],
    verdict: [
      revising('verdict', SHARED, UNSHARED, [back('leader_available', 'customer_unsettled', UNIT, true)]),
      sharedLater,
    ],
    restoration: [
      revising('restoration', UNSHARED, SHARED, [
        leg('customer_unsettled', 'leader_available', UNIT, { at_most: true }),
      ]),
    ],
    conversion: [
      revising('conversion', UNSHARED, SHARED, [
        leg('customer_unsettled', 'leader_available', UNIT, { at_most: true }),
      ]),
    ],
  },
  recovery_owed: {
    verdict: [owing('verdict')],
    conversion: [owing('conversion')],
    restoration: [owing('restoration')],
  },
  recovery_collected: { plan: [plans.collected] },
  recovery_written_off: { receivable: [plans.writtenOff] },
} satisfies Partial<Recipes>
