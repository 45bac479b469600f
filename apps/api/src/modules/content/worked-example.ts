import { type Micros, proportion } from '@adtally/money/money.ts'
import { conversionCap, type Parts, type SettlementInput, settle } from '../plans/index.ts'
import { type FigureSource, toldAmount } from './fill-figures.ts'

const UNIT = 1_000_000n

/** The amounts that the example states; the program's own settlement computes the rest. */
const AMOUNT_MICROS = 100n * UNIT
const PRICE_MICROS = UNIT / 4n
const PAYOUT_MICROS = (UNIT * 5n) / 2n
const CLICKS = AMOUNT_MICROS / PRICE_MICROS
const CONVERSIONS = { gain: 48n, loss: 32n }
const STARTUP_MICROS = 20n * UNIT

const CASH: Parts = { cash_micros: AMOUNT_MICROS, discount_micros: 0n, startup_micros: 0n }
const WITH_STARTUP: Parts = {
  ...CASH,
  cash_micros: AMOUNT_MICROS - STARTUP_MICROS,
  startup_micros: STARTUP_MICROS,
}

const settled = (policy: ExamplePolicy, conversions: bigint, more: Partial<SettlementInput> = {}) =>
  settle({
    spend: CASH,
    fee_micros: proportion(PRICE_MICROS, policy.platform_fee_percent, 100n) * CLICKS,
    revenue_micros: conversions * PAYOUT_MICROS,
    platform_fee_percent: policy.platform_fee_percent,
    vip_fee_percent: null,
    profit_share: null,
    ...more,
  })
type ExamplePolicy = Pick<SettlementInput, 'platform_fee_percent'>

/** A plan with a gain and one with a loss, computed by the real settlement (PRODUCT §3), whatever the policy. */
export const exampleFigures: FigureSource = {
  follows_from: [],
  values: (policy, { currency }) => {
    const told = (amount_micros: Micros) => toldAmount(amount_micros, currency)
    const gain = settled(policy, CONVERSIONS.gain)
    const loss = settled(policy, CONVERSIONS.loss)
    const startup_back = (conversions: bigint) =>
      settled(policy, conversions, { spend: WITH_STARTUP }).startup_return_micros
    return {
      example_amount: told(AMOUNT_MICROS),
      example_price: told(PRICE_MICROS),
      example_payout: told(PAYOUT_MICROS),
      example_clicks: Number(CLICKS),
      example_conversions_gain: Number(CONVERSIONS.gain),
      example_revenue_gain: told(gain.customer_micros),
      example_profit: told(gain.profit_micros),
      example_conversions_loss: Number(CONVERSIONS.loss),
      example_revenue_loss: told(loss.customer_micros),
      example_loss: told(-loss.profit_micros),
      example_conversions_even: Number(AMOUNT_MICROS / PAYOUT_MICROS),
      example_startup: told(STARTUP_MICROS),
      example_startup_back_gain: told(startup_back(CONVERSIONS.gain)),
      example_startup_back_loss: told(startup_back(CONVERSIONS.loss)),
      example_startup_written_off: told(STARTUP_MICROS - startup_back(CONVERSIONS.loss)),
    }
  },
}

/** What the policy decides about the same plans: our fee, the cap and the followed customer's share. */
export const exampleByPolicy: FigureSource = {
  follows_from: ['platform_fee_percent', 'conversion_cap_percent', 'follow_fee_max_percent'],
  values: (policy, { currency }) => {
    const told = (amount_micros: Micros) => toldAmount(amount_micros, currency)
    const { fee_micros } = settled(policy, CONVERSIONS.gain)
    const carried_loss_micros = -settled(policy, CONVERSIONS.loss).profit_micros
    const followed = (carried_micros: Micros) =>
      settled(policy, CONVERSIONS.gain, {
        profit_share: { rate_percent: policy.follow_fee_max_percent, carried_loss_micros: carried_micros },
      }).profit_share_micros
    const cap = conversionCap(AMOUNT_MICROS, PAYOUT_MICROS, policy.conversion_cap_percent)
    return {
      example_platform_share: told(fee_micros),
      example_publisher_share: told(AMOUNT_MICROS - fee_micros),
      example_cap_conversions: Number(cap),
      example_cap_amount: told(cap * PAYOUT_MICROS),
      example_follow_share: told(followed(0n)),
      example_follow_share_after_loss: told(followed(carried_loss_micros)),
    }
  },
}
