import { newId } from '../../../database/identifiers.ts'
import { CASH, type Figures, PAYOUT, placedAfter, plan, result, revised, STARTUP } from './plan-rows.ts'
import * as plans from './plans-recipes.ts'
import { type Before, type Leg, leg, type Recipe, type Recipes, row, UNIT } from './recipe.ts'

type Kind = 'verdict' | 'conversion'

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
          ...{ event_id: cause_id, plan_id: cast.plan_id, state: 'credited', payout_micros: PAYOUT },
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
    event_id,
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
    event_id,
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
        ...(kind === 'verdict'
          ? revised(cast, kind, cause_id, AS_PLACED, AS_PLACED)
          : revised(cast, kind, cause_id, UNPAID, PAID)),
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

/** Recipes of plans, and of the batches, conversions and verdicts of their events. */
export const PLANS = {
  plan_placed: { plan: [plans.placed] },
  spend: { spend_batch: [plans.billed] },
  conversion: {
    conversion: [converted([FROM_RESERVE]), converted([FROM_FREE_ESCROW, FROM_RESERVE])],
    verdict: [conversionTakenBack],
  },
  invalid_before_settlement: { verdict: [spendTakenBack] },
  unspent_returned: { plan: [plans.failed, plans.unspent] },
  settlement: { plan: [plans.settled], verdict: [settledAgain], conversion: [paidAtLast] },
  profit_shared: {
    plan: [plans.shared, plans.sharedAtLast],
    verdict: [
      revising('verdict', SHARED, UNSHARED, [back('leader_available', 'customer_unsettled', UNIT, true)]),
      sharedLater,
    ],
    conversion: [
      revising('conversion', UNSHARED, SHARED, [
        leg('customer_unsettled', 'leader_available', UNIT, { at_most: true }),
      ]),
    ],
  },
  recovery_owed: { verdict: [owing('verdict')], conversion: [owing('conversion')] },
  recovery_collected: { plan: [plans.collected] },
  recovery_written_off: { receivable: [plans.writtenOff] },
} satisfies Partial<Recipes>
