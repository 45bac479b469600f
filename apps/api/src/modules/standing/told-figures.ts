import { type FigureSource, toldAmount } from '../content/index.ts'
import { vipBreakEven } from './rules.ts'

/** The figures that the help texts quote. */
export const vipFigures: FigureSource = {
  follows_from: ['platform_fee_percent', 'vip_fee_percent', 'vip_price_micros'],
  values: ({ platform_fee_percent, vip_fee_percent, vip_price_micros }, { currency }) => {
    const break_even_micros = vipBreakEven(vip_price_micros, platform_fee_percent, vip_fee_percent)
    return {
      vip_rebate_percent: Number(platform_fee_percent - vip_fee_percent),
      vip_break_even_spend: break_even_micros === null ? null : toldAmount(break_even_micros, currency),
    }
  },
}
