import { newId } from '../../../database/identifiers.ts'
import { CASH, DISCOUNT, PLACED, plan, RESERVED, result, STARTUP } from './plan-rows.ts'
import { type Cast, eventKey, leg, MOMENT, type Recipe, type Row, row, UNIT } from './recipe.ts'

/** A plan takes exactly what it was placed with. */
export const placed: Recipe = (cast) => ({
  cause_id: cast.plan_id,
  rows: [plan(cast, 'waitPut')],
  legs: PLACED.plan_placed,
})

/** A plan with no delivery gives everything back. */
export const failed: Recipe = (cast) => ({
  cause_id: cast.plan_id,
  rows: [plan(cast, 'putFailed')],
  before: PLACED,
  legs: [
    leg('plan_cash', 'customer_available', CASH),
    leg('plan_discount', 'promo', DISCOUNT),
    leg('plan_startup', 'customer_startup', STARTUP - 1_000n),
    leg('plan_startup', 'promo', 1_000n),
    leg('escrow_reserved', 'escrow', RESERVED),
  ],
})

/** The row of a delivered plan does not say what remains (its events do), so amounts are upper limits. */
export const unspent: Recipe = (cast) => ({
  cause_id: cast.plan_id,
  rows: [plan(cast, 'waitSettle')],
  before: PLACED,
  legs: [
    leg('plan_cash', 'customer_available', CASH, { at_most: true }),
    leg('plan_discount', 'promo', DISCOUNT, { at_most: true }),
    leg('plan_startup', 'customer_startup', STARTUP, { at_most: true }),
  ],
})

const HOLD_PASSED = (number: number): Row =>
  row('policies.versions', {
    ...{ version: number, values: JSON.stringify({ publisher_hold_ms: '0' }), proposal_id: newId() },
    ...{ maker_id: newId(), checker_id: newId() },
  })

/** What remains of parts, escrow and publishers' money has an upper limit; the shares of the revenue are exact. */
export const settled: Recipe = (cast) => ({
  cause_id: cast.plan_id,
  rows: [
    plan(cast, 'settled'),
    HOLD_PASSED(cast.number),
    row('plans.plan_publishers', { plan_id: cast.plan_id, publisher_id: cast.publisher_id }),
    result(cast, {
      ...{ cash_spend_micros: 4n * UNIT, discount_spend_micros: 2n * UNIT, startup_spend_micros: UNIT },
      ...{ revenue_micros: 7n * UNIT, startup_return_micros: UNIT, customer_micros: 6n * UNIT },
      ...{ spend_fee_micros: 700_000n, rebate_micros: 200_000n, platform_fee_micros: 500_000n },
    }),
  ],
  before: PLACED,
  legs: [
    leg('customer_unsettled', 'promo', UNIT),
    leg('customer_unsettled', 'customer_available', 6n * UNIT),
    leg('fee_unearned', 'fee', 500_000n),
    leg('fee_unearned', 'customer_available', 200_000n),
    leg('plan_cash', 'customer_available', UNIT, { at_most: true }),
    leg('plan_discount', 'promo', UNIT, { at_most: true }),
    leg('plan_startup', 'customer_startup', 600_000n, { at_most: true }),
    leg('plan_startup', 'promo', 400_000n, { at_most: true }),
    leg('escrow_reserved', 'escrow', RESERVED, { at_most: true }),
    leg('publisher_unsettled', 'publisher_available', 7n * UNIT, { at_most: true }),
  ],
})

/** A fifth of 5 units' profit goes to the leader. */
export const shared: Recipe = (cast) => ({
  cause_id: cast.plan_id,
  rows: [
    plan(cast, 'settled'),
    result(cast, {
      ...{ cash_spend_micros: CASH, revenue_micros: 10n * UNIT, customer_micros: 9n * UNIT },
      ...{ leader_id: cast.leader_id, profit_share_micros: UNIT },
    }),
  ],
  before: { ...PLACED, settlement: [leg('customer_unsettled', 'customer_available', 9n * UNIT)] },
  legs: [leg('customer_unsettled', 'leader_available', UNIT)],
})

/** A plan whose whole revenue of one unit repays what its customer owes from an earlier one. */
const repaying = (cast: Cast, creditor: object): Row[] => {
  const { customer_id, plan_id } = cast
  const receivable_id = newId()
  const advertiser_id = cast.advertiser_id
  return [
    plan(cast, 'settled'),
    result(cast, { revenue_micros: UNIT, customer_micros: UNIT }),
    row('plans.receivables', { receivable_id, customer_id, advertiser_id, amount_micros: UNIT, ...creditor }),
    row('plans.receivable_reductions', { receivable_id, customer_id, plan_id, amount_micros: UNIT }),
  ]
}

/** The debt is to the leader, whose share an earlier correction could not pay. */
export const sharedAtLast: Recipe = (cast) => ({
  cause_id: cast.plan_id,
  rows: repaying(cast, { creditor_customer_id: cast.leader_id }),
  before: { ...PLACED, recovery_collected: [leg('recovery', 'receivable', UNIT)] },
  legs: [leg('customer_unsettled', 'leader_available', UNIT)],
})

/** The debt is to the advertiser. */
export const collected: Recipe = (cast) => ({
  cause_id: cast.plan_id,
  rows: repaying(cast, {}),
  before: PLACED,
  legs: [leg('customer_unsettled', 'escrow', UNIT), leg('recovery', 'receivable', UNIT)],
})

const A_YEAR_AND_A_DAY = new Date(MOMENT.getTime() + 366 * 86_400_000)

/** A receivable given up after twelve months. */
export const writtenOff: Recipe = ({ customer_id, advertiser_id }) => {
  const cause_id = newId()
  const amount_micros = UNIT
  return {
    cause_id,
    rows: [
      row('plans.receivables', { receivable_id: cause_id, customer_id, advertiser_id, amount_micros }),
      row('plans.receivable_reductions', {
        ...{ receivable_id: cause_id, customer_id, amount_micros, created_at: A_YEAR_AND_A_DAY },
      }),
    ],
    legs: [leg('recovery', 'receivable', UNIT)],
  }
}

const CHARGED = UNIT
const EARNED = 900_000n

/** An event of the cast's plan and publisher that cost a unit, a tenth of it the fee. */
export const event = (cast: Cast, event_id: string, values: object = {}): Row =>
  row('delivery.events', {
    ...{
      ...eventKey(event_id),
      kind: 'impression',
      goal: '',
      plan_id: cast.plan_id,
      publisher_id: cast.publisher_id,
    },
    ...{ node_id: cast.number, batch: 1, charge_micros: CHARGED, fee_micros: CHARGED - EARNED, ...values },
  })

/** The batch fixes the publisher's total; the plan's rule says which part of the plan pays it. */
export const billed: Recipe = (cast) => {
  const cause_id = newId()
  return {
    cause_id,
    rows: [
      plan(cast, 'putting'),
      event(cast, newId()),
      row('delivery.spend_batches', { batch_id: cause_id, node_id: cast.number, until_batch: 1 }),
    ],
    legs: [
      leg('plan_cash', 'publisher_unsettled', 500_000n),
      leg('plan_discount', 'publisher_unsettled', 300_000n),
      leg('plan_startup', 'publisher_unsettled', 100_000n),
      leg('plan_cash', 'fee_unearned', 50_000n),
      leg('plan_discount', 'fee_unearned', 30_000n),
      leg('plan_startup', 'fee_unearned', 20_000n),
    ],
  }
}

export const CONVERTED = { kind: 'conversion', goal: 'sale', charge_micros: 0n, fee_micros: 0n }
