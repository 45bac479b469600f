import { useFormatters } from '@adtally/i18n/use-formatters.ts'
import { useMessages } from '@adtally/i18n/use-messages.ts'
import { Icon } from '@adtally/ui/icons/icon.tsx'
import { Link } from 'react-router'
import { PlanStatusChip } from '../../../../components/plan-status-chip.tsx'
import { ProductPicture } from '../../../../components/product-picture.tsx'
import type { Plan } from '../../api/plans.ts'
import { productAddress } from '../placing/placing-address.ts'

/** The plan's number, product and status. */
export function PlanHead({ plan }: { plan: Plan }) {
  const t = useMessages('plan')
  const { time } = useFormatters()
  return (
    <div className="flex flex-col gap-3">
      <Link
        to={productAddress(plan.product_id)}
        className="flex min-h-12 items-center gap-3 rounded-control text-left"
      >
        <ProductPicture url={plan.image_url} />
        <span className="flex min-w-0 flex-auto flex-col">
          <span className="text-20 font-semibold">{plan.product_name}</span>
          <span className="text-12 text-muted">
            {t('numberAndTime', { number: plan.number, at: time(plan.create_time) })}
          </span>
        </span>
        <Icon name="chevron-right" color="var(--color-muted)" />
      </Link>
      <p data-part="plan-status" className="flex flex-wrap gap-1.5">
        <PlanStatusChip status={plan.status} paused={plan.paused} />
      </p>
    </div>
  )
}
