import { microsOf } from '@adtally/client/signed-amount.ts'
import { useFormatters } from '@adtally/i18n/use-formatters.ts'

interface Budget {
  put_amount: string
  consumed: string
}

/**
 * How much of a plan's budget is used, in percent for the tally and as text: whole from 10 % on, with one decimal
 * below, never 0 % once something is used. Cut, so that nothing reads as more than it is. The wire's
 * `put_progress_percent` is whole, so it is worked out from the amounts.
 */
export function useBudgetUsed({ put_amount, consumed }: Budget): { percent: number; text: string } {
  const { share } = useFormatters()
  const [whole, used] = [microsOf(put_amount), microsOf(consumed)]
  const tenths = whole > 0n ? (used * 1000n) / whole : 0n
  const shown = Number(tenths < 100n ? tenths : tenths - (tenths % 10n))
  if (shown === 0 && used > 0n) return { percent: 0.1, text: `<${share(0.001)}` }
  return { percent: shown / 10, text: share(shown / 1000) }
}
