import type { CorrectionCause } from '@adtally/contract/plans/corrections.ts'
import { formatAmount, type Micros } from '@adtally/money/money.ts'
import type { CustomerNotice } from '../../customer-notice.ts'
import type { Services } from '../../services.ts'
import type { Plan } from '../plans.repository.ts'

/** The customer's notice of a plan's result: `plan_settled`, or `plan_corrected` with the reason. */
export function resultNotice(
  services: Services,
  plan: Plan,
  result: { spend_micros: Micros; revenue_micros: Micros; corrected_by?: CorrectionCause },
): CustomerNotice {
  const { spend_micros, revenue_micros, corrected_by } = result
  return {
    customer_id: plan.customer_id,
    category: 'activity',
    message: corrected_by ? 'plan_corrected' : 'plan_settled',
    values: {
      number: plan.number,
      currency: services.settings.currency,
      cause: corrected_by ?? '',
      spend: formatAmount(spend_micros),
      revenue: formatAmount(revenue_micros),
      profit: formatAmount(revenue_micros - spend_micros),
    },
    subject_kind: 'plan',
    subject_id: plan.plan_id,
  }
}
