const MINUTE_MS = 60_000
const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const UNIT = 1_000_000n

/**
 * The direction in which a figure's change is to a customer's disadvantage and needs 30 days' notice. `any`: both
 * directions take something from somebody; `none`: neither does.
 */
export type Disadvantage = 'up' | 'down' | 'any' | 'none'

interface FigureOf<Value> {
  default: Value
  minimum: Value
  maximum: Value
  disadvantage: Disadvantage
  /** A description for readers of the table. */
  says: string
}

/** Amounts and percentages are exact (`bigint`); durations and counts are whole `number`s. */
type ExactName = `${string}_micros` | `${string}_percent`

/** Checks that each figure's default has the type that its unit needs. */
function figures<Name extends string>(
  table: { [N in Name]: FigureOf<N extends ExactName ? bigint : number> },
): {
  readonly [N in Name]: FigureOf<N extends ExactName ? bigint : number>
} {
  return table
}

/**
 * Every figure that PRODUCT marks "(policy)" or leaves open: its name ends in its unit; default, bounds, and the
 * direction that needs notice. The database enforces bounds and directions from the migrations; a test keeps both
 * lists equal.
 */
export const FIGURES = figures({
  platform_fee_percent: {
    default: 20n,
    minimum: 0n,
    maximum: 30n,
    disadvantage: 'up',
    says: "the platform's share of spend; the publisher gets the rest (PRODUCT §3)",
  },
  vip_fee_percent: {
    default: 15n,
    minimum: 0n,
    maximum: 30n,
    disadvantage: 'up',
    says: "the platform's share of a VIP customer's cash spend, after the rebate at settlement (§12)",
  },
  vip_price_micros: {
    default: 20n * UNIT,
    minimum: 0n,
    maximum: 100n * UNIT,
    disadvantage: 'up',
    says: 'price of a month of VIP (§12)',
  },
  publisher_hold_ms: {
    default: 60 * DAY_MS,
    minimum: 30 * DAY_MS,
    maximum: 60 * DAY_MS,
    disadvantage: 'up',
    says: "from settlement until the publisher's share is free; so long a chargeback can come (§3)",
  },
  conversion_window_ms: {
    default: 7 * DAY_MS,
    minimum: DAY_MS,
    maximum: 12 * DAY_MS,
    disadvantage: 'any',
    says: 'from the end of delivery, in which conversions still count (§4)',
  },
  settlement_limit_ms: {
    default: 14 * DAY_MS,
    minimum: 2 * DAY_MS,
    maximum: 14 * DAY_MS,
    disadvantage: 'up',
    says: 'from the end of delivery to settlement, at the latest (§4)',
  },
  no_delivery_limit_ms: {
    default: 72 * HOUR_MS,
    minimum: 24 * HOUR_MS,
    maximum: 7 * DAY_MS,
    disadvantage: 'up',
    says: 'in matching without a delivery, after which everything is returned (§4)',
  },
  review_limit_ms: {
    default: 48 * HOUR_MS,
    minimum: HOUR_MS,
    maximum: 72 * HOUR_MS,
    disadvantage: 'up',
    says: 'in waitPut without a creative review, after which everything is returned (§4)',
  },
  plan_duration_default_ms: {
    default: 7 * DAY_MS,
    minimum: DAY_MS,
    maximum: 30 * DAY_MS,
    disadvantage: 'any',
    says: 'delivery of a plan for which no days were chosen (§4)',
  },
  plan_duration_max_ms: {
    default: 90 * DAY_MS,
    minimum: 7 * DAY_MS,
    maximum: 90 * DAY_MS,
    disadvantage: 'any',
    says: 'longest delivery of a plan (§4)',
  },
  plan_amount_min_micros: {
    default: 10n * UNIT,
    minimum: 1n * UNIT,
    maximum: 100n * UNIT,
    disadvantage: 'up',
    says: 'smallest amount of a plan that any product may ask (§5)',
  },
  plan_amount_max_micros: {
    default: 5_000n * UNIT,
    minimum: 100n * UNIT,
    maximum: 50_000n * UNIT,
    disadvantage: 'down',
    says: 'largest amount of a plan that any product may take (§5)',
  },
  conversion_cap_percent: {
    default: 200n,
    minimum: 100n,
    maximum: 1_000n,
    disadvantage: 'down',
    says: "conversion cap: escrow reserved for payouts, as a share of the plan's amount (§4)",
  },
  learning_conversions_count: {
    default: 50,
    minimum: 30,
    maximum: 50,
    disadvantage: 'none',
    says: 'conversions in 7 days below which a plan is labelled as learning; a label only (§4)',
  },
  pace_percent: {
    default: 200n,
    minimum: 100n,
    maximum: 1_000n,
    disadvantage: 'any',
    says: 'what a plan spends on a day, at most, in its even share of what is left over its days (§4)',
  },
  device_daily_count: {
    default: 6,
    minimum: 1,
    maximum: 24,
    disadvantage: 'any',
    says: 'times a day that one device sees one plan, at most (§5)',
  },
  impression_limit_ms: {
    default: 5 * MINUTE_MS,
    minimum: MINUTE_MS,
    maximum: 10 * MINUTE_MS,
    disadvantage: 'none',
    says: 'an impression is charged within this time of its decision, or never (§5)',
  },
  device_hourly_count: {
    default: 4,
    minimum: 1,
    maximum: 24,
    disadvantage: 'any',
    says: 'times an hour that one device sees one plan, at most (§5)',
  },
  device_product_daily_count: {
    default: 18,
    minimum: 1,
    maximum: 96,
    disadvantage: 'any',
    says: 'times a day that one device sees one product, whoever placed the plans (§5)',
  },
  device_advertiser_daily_count: {
    default: 36,
    minimum: 1,
    maximum: 192,
    disadvantage: 'any',
    says: 'times a day that one device sees one advertiser, at most (§5)',
  },
  session_idle_ms: {
    default: 7 * DAY_MS,
    minimum: HOUR_MS,
    maximum: 30 * DAY_MS,
    disadvantage: 'none',
    says: 'a session unused for so long ends (§7)',
  },
  session_max_ms: {
    default: 30 * DAY_MS,
    minimum: DAY_MS,
    maximum: 30 * DAY_MS,
    disadvantage: 'none',
    says: 'a session ends after this time, however much it is used (§7)',
  },
  staff_idle_ms: {
    default: 15 * MINUTE_MS,
    minimum: 5 * MINUTE_MS,
    maximum: 30 * MINUTE_MS,
    disadvantage: 'none',
    says: 'a session of staff unused for so long ends (§15)',
  },
  withdrawal_send_limit_ms: {
    default: 72 * HOUR_MS,
    minimum: HOUR_MS,
    maximum: 72 * HOUR_MS,
    disadvantage: 'up',
    says: 'a withdrawal is sent within this time (§2.3)',
  },
  hold_limit_ms: {
    default: 72 * HOUR_MS,
    minimum: HOUR_MS,
    maximum: 72 * HOUR_MS,
    disadvantage: 'up',
    says: 'a hold releases by itself after this time (§2.4)',
  },
  hold_extended_limit_ms: {
    default: 10 * DAY_MS,
    minimum: 72 * HOUR_MS,
    maximum: 10 * DAY_MS,
    disadvantage: 'up',
    says: 'the same with its one extension by two people (§2.4)',
  },
  beneficiary_wait_ms: {
    default: 24 * HOUR_MS,
    minimum: 0,
    maximum: 24 * HOUR_MS,
    disadvantage: 'up',
    says: 'wait after a changed beneficiary, as a stated hold (§7)',
  },
  deposit_auto_book_max_micros: {
    default: 500n * UNIT,
    minimum: 0n,
    maximum: 1_000n * UNIT,
    disadvantage: 'down',
    says: 'a deposit with an exact reference and the verified name books at once up to this amount; 0: never (§2.6)',
  },
  deposit_auto_book_day_max_micros: {
    default: 25_000n * UNIT,
    minimum: 0n,
    maximum: 100_000n * UNIT,
    disadvantage: 'down',
    says: 'what such deposits may come to in a day of UTC; beyond it a second person books each (§2.6)',
  },
  newcomer_coupon_percent: {
    default: 10n,
    minimum: 0n,
    maximum: 50n,
    disadvantage: 'down',
    says: 'newcomer coupon: share off the first plan (§8)',
  },
  newcomer_coupon_max_micros: {
    default: 20n * UNIT,
    minimum: 0n,
    maximum: 100n * UNIT,
    disadvantage: 'down',
    says: 'newcomer coupon: at most this much off (§8)',
  },
  startup_grant_micros: {
    default: 20n * UNIT,
    minimum: 0n,
    maximum: 100n * UNIT,
    disadvantage: 'down',
    says: "startup funds of a verified person: a promotional advance, not the customer's money (§9)",
  },
  startup_term_ms: {
    default: 30 * DAY_MS,
    minimum: 7 * DAY_MS,
    maximum: 90 * DAY_MS,
    disadvantage: 'down',
    says: 'unused startup funds expire after this time (§9)',
  },
  follow_fee_max_percent: {
    default: 20n,
    minimum: 0n,
    maximum: 30n,
    disadvantage: 'up',
    says: "a leader's share of a follower's profit, at most (§10)",
  },
  exchange_paying_limit_ms: {
    default: 24 * HOUR_MS,
    minimum: HOUR_MS,
    maximum: 72 * HOUR_MS,
    disadvantage: 'up',
    says: 'from escrow, in which an acceptor pays; the money then comes back (§11)',
  },
  exchange_confirming_limit_ms: {
    default: 72 * HOUR_MS,
    minimum: 24 * HOUR_MS,
    maximum: 10 * DAY_MS,
    disadvantage: 'any',
    says: 'in which a customer says whether a payment has arrived; the order is then disputed by itself (§11)',
  },
  exchange_spread_max_percent: {
    default: 10n,
    minimum: 0n,
    maximum: 10n,
    disadvantage: 'up',
    says: "how far an acceptor's rate may lie from its reference (§11)",
  },
  exchange_reference_age_max_ms: {
    default: 24 * HOUR_MS,
    minimum: HOUR_MS,
    maximum: 72 * HOUR_MS,
    disadvantage: 'up',
    says: 'a reference rate older than this is compared with no more (§11)',
  },
  exchange_fee_max_percent: {
    default: 3n,
    minimum: 0n,
    maximum: 3n,
    disadvantage: 'up',
    says: "the platform's part of what is exchanged, at most; each acceptor's own is shown (§11)",
  },
  exchange_bond_kept_ms: {
    default: 30 * DAY_MS,
    minimum: 10 * DAY_MS,
    maximum: 90 * DAY_MS,
    disadvantage: 'down',
    says: 'so long a completed order keeps its amount of the bond, from which a wrong completion is paid (§11)',
  },
  traffic_rule_notice_ms: {
    default: 7 * DAY_MS,
    minimum: DAY_MS,
    maximum: 30 * DAY_MS,
    disadvantage: 'down',
    says: 'from publishing a version of a rule of invalid traffic until it is in force, at least (§5)',
  },
  seller_missing_limit_ms: {
    default: 7 * DAY_MS,
    minimum: DAY_MS,
    maximum: 60 * DAY_MS,
    disadvantage: 'none',
    says: 'a publisher whose file has not named us for so long is told of to staff (§5)',
  },
  traffic_appeal_limit_ms: {
    default: 30 * DAY_MS,
    minimum: 14 * DAY_MS,
    maximum: 90 * DAY_MS,
    disadvantage: 'down',
    says: 'so long after a verdict on invalid traffic its customer or publisher may appeal (§2.2)',
  },
  level_window_ms: {
    default: 90 * DAY_MS,
    minimum: 30 * DAY_MS,
    maximum: 365 * DAY_MS,
    disadvantage: 'down',
    says: 'settled spend of this time back makes the level (§12)',
  },
  level_1_spend_micros: { default: 500n * UNIT, ...level() },
  level_2_spend_micros: { default: 2_000n * UNIT, ...level() },
  level_3_spend_micros: { default: 10_000n * UNIT, ...level() },
  level_4_spend_micros: { default: 50_000n * UNIT, ...level() },
})

function level(): Omit<FigureOf<bigint>, 'default'> {
  return {
    minimum: 1n * UNIT,
    maximum: 1_000_000n * UNIT,
    disadvantage: 'up',
    says: 'settled spend from which a customer has this level (§12)',
  }
}

export type FigureName = keyof typeof FIGURES

export type PolicyValues = {
  readonly [Name in FigureName]: (typeof FIGURES)[Name]['default']
}
