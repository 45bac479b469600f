import { useFormatters } from '@adtally/i18n/use-formatters.ts'
import { useMessages } from '@adtally/i18n/use-messages.ts'
import { showToast } from '@adtally/ui/toast-store.ts'
import { Link } from 'react-router'
import { ConnectedButton } from '../../../components/fields/connected-button.tsx'
import { type Activity, useClaim } from '../api/activities.ts'
import { Ticket } from './ticket.tsx'

/** An activity: its coupon's value, its conditions, and the button that claims it. */
export function ActivityTicket({ activity }: { activity: Activity }) {
  const t = useMessages('coupons')
  return (
    <Ticket terms={activity}>
      <Conditions activity={activity} />
      <p className="mt-2 text-12 text-muted">{t('promotional')}</p>
      <div className="mt-3">
        <Claim activity={activity} />
      </div>
    </Ticket>
  )
}

function Conditions({ activity }: { activity: Activity }) {
  const t = useMessages('coupons')
  const { time } = useFormatters()
  const { activity_id, ends_at, left, life_days, per_customer_max } = activity
  return (
    <ul className="mt-1 flex flex-col gap-1 text-14">
      <li>
        {activity_id === 'newcomer'
          ? t('activities.onePerPerson')
          : t('activities.perCustomer', { max: per_customer_max })}
      </li>
      <li>{t('activities.life', { days: life_days })}</li>
      {ends_at && <li>{t('activities.ends', { at: time(ends_at) })}</li>}
      {left !== null && left > 0 && <li>{t('activities.left', { left })}</li>}
    </ul>
  )
}

function Claim({ activity: { activity_id, claim, starts_at, name } }: { activity: Activity }) {
  const t = useMessages('coupons')
  const { time } = useFormatters()
  const receive = useClaim()
  if (claim === 'received') {
    return (
      <Link
        to="/ad-center/coupons"
        className="flex min-h-11 items-center justify-center rounded-control border border-edge px-4 text-14 font-medium text-accent"
      >
        {t('activities.inCoupons')}
      </Link>
    )
  }
  if (claim !== 'open') {
    return (
      <p className="text-14 text-muted">
        {claim === 'upcoming'
          ? t('activities.upcoming', { at: time(starts_at ?? '') })
          : t(`activities.${claim}`)}
      </p>
    )
  }
  return (
    <ConnectedButton
      busy={receive.isPending}
      aria-label={t('activities.claimLabel', { name })}
      onClick={() =>
        receive.mutate(activity_id, {
          onSuccess: () => showToast(t('activities.claimed'), 'positive'),
        })
      }
    >
      {t('activities.claim')}
    </ConnectedButton>
  )
}
