import type { lossRecord } from '@adtally/contract/plans/plans.ts'
import { useMessages } from '@adtally/i18n/use-messages.ts'
import type * as z from 'zod/mini'
import { usePercent } from '../../lib/figures/use-percent.ts'

/** Returns the sentence on how many settled plans lost money, and whose (PRODUCT §2.7). */
export function useLossLine(): (record: z.infer<typeof lossRecord>) => string {
  const t = useMessages('plan')
  const percent = usePercent()
  return ({ losing_plans_percent, settled_plans, basis }) =>
    losing_plans_percent === null
      ? t('lossNone')
      : t(`loss.${basis}`, { percent: percent(losing_plans_percent), plans: settled_plans })
}
