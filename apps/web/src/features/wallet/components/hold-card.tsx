import { useFormatters } from '@adtally/i18n/use-formatters.ts'
import { useMessages } from '@adtally/i18n/use-messages.ts'
import { Amount } from '@adtally/ui/amount.tsx'
import { Card } from '@adtally/ui/card.tsx'
import { Icon } from '@adtally/ui/icon.tsx'
import { Link } from 'react-router'
import { useEachMinute } from '../../../lib/use-each-minute.ts'
import type { Property } from '../api/property.ts'

/** One hold: how much, why, until when at the latest, and how to appeal (PRODUCT §2.4). */
export function HoldCard({ hold, currency }: { hold: Property['holds'][number]; currency: string }) {
  const t = useMessages('wallet')
  const { remaining, time } = useFormatters()
  useEachMinute()
  return (
    <Card className="flex flex-col gap-2 border-hold">
      <p className="flex items-baseline justify-between gap-3">
        <span className="flex items-center gap-1.5 text-14 font-medium text-hold">
          <Icon name="hold" color="currentColor" />
          {t('parts.on_hold')}
        </span>
        <Amount value={hold.amount} currency={currency} certainty="held" className="text-16 font-medium" />
      </p>
      <p className="text-16">{hold.explanation}</p>
      <p className="flex items-start gap-1.5 text-14 text-hold">
        <Icon name="clock" color="currentColor" className="mt-0.5" />
        {hold.deadline
          ? t('holdClock', { remaining: remaining(hold.deadline), until: time(hold.deadline) })
          : t('holdClockStopped')}
      </p>
      <p className="text-14 text-muted">{hold.appeal}</p>
      <Link
        to="/customer"
        className="inline-flex min-h-11 items-center self-start rounded-control text-14 font-medium text-accent"
      >
        {t('appeal')}
      </Link>
    </Card>
  )
}
