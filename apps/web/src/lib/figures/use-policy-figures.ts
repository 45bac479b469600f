import { useStore } from '@adtally/client/store.ts'
import { useFormatters } from '@adtally/i18n/use-formatters.ts'
import { basic_config } from '../basic-config.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

/** Stands for a figure before the first basic config. */
const UNKNOWN = '–'

/** The policy figures in texts, formatted in the reader's language, under the texts' own names. */
export function usePolicyFigures() {
  const { money, number } = useFormatters()
  const config = useStore(basic_config)
  const inUnits = (duration_ms: number | undefined, unit_ms: number) =>
    duration_ms === undefined ? UNKNOWN : number(roundedTo(unit_ms, duration_ms))
  const spendOf = (level: number) => {
    const spend = config?.level_spends[level - 1]
    return spend === undefined || !config ? UNKNOWN : money(spend, config.currency)
  }
  return {
    no_delivery_limit_hours: inUnits(config?.no_delivery_limit_ms, HOUR_MS),
    publisher_hold_days: inUnits(config?.publisher_hold_ms, DAY_MS),
    level_window_days: inUnits(config?.level_window_ms, DAY_MS),
    level_1_spend: spendOf(1),
    level_2_spend: spendOf(2),
    level_3_spend: spendOf(3),
    level_4_spend: spendOf(4),
  }
}

/** The hours that withdrawals wait after a change (PRODUCT §7), as an argument; null before the basic config. */
export function useBeneficiaryWait(): { beneficiary_wait_hours: number } | null {
  const config = useStore(basic_config)
  return config && { beneficiary_wait_hours: roundedTo(HOUR_MS, config.beneficiary_wait_ms) }
}

function roundedTo(unit_ms: number, duration_ms: number): number {
  return Math.round((duration_ms / unit_ms) * 10) / 10
}
