import { useFormatters } from '@adtally/i18n/use-formatters.ts'
import { useMessages } from '@adtally/i18n/use-messages.ts'
import { Amount } from '@adtally/ui/amount.tsx'
import { Button } from '@adtally/ui/button.tsx'
import { Card } from '@adtally/ui/card.tsx'
import { Icon } from '@adtally/ui/icons/icon.tsx'
import { part } from '@adtally/ui/part.tsx'
import { Suspense, useState } from 'react'
import { TextLink } from '../../../components/text-link.tsx'
import { useEachMinute } from '../../../lib/use-each-minute.ts'
import type { Hold } from '../api/holds.ts'
import { HoldDocuments } from './hold-documents.tsx'

const HoldAppealSheet = part(() => import('./hold-appeal-sheet.tsx'))

/** A hold: amount, reason, latest end, requested documents, and appealing (PRODUCT §2.4). */
export function HoldCard({ hold, currency }: { hold: Hold; currency: string }) {
  const t = useMessages('wallet')
  const holds = useMessages('holds')
  const [appealing, setAppealing] = useState(false)
  const { last_appeal } = hold
  const isOpen = hold.released_at === null
  const isAppealed = last_appeal !== null && last_appeal.decision === null
  return (
    <Card className={isOpen ? 'flex flex-col gap-2 border-hold' : 'flex flex-col gap-2'}>
      <p className="flex flex-wrap items-baseline justify-between gap-x-3 wrap-break-word">
        <span className="flex items-center gap-1.5 text-14 font-medium text-hold">
          <Icon name="hold" color="currentColor" />
          {isOpen ? t('parts.on_hold') : holds('ended')}
        </span>
        <Amount
          value={hold.amount}
          currency={currency}
          certainty={isOpen ? 'held' : 'settled'}
          className="text-16 font-medium"
        />
      </p>
      <p className="text-16">{hold.explanation}</p>
      {hold.authority && <p className="text-14 text-muted">{holds('orderedBy', { name: hold.authority })}</p>}
      <HoldClock hold={hold} />
      {hold.documents.length > 0 && <HoldDocuments hold={hold} />}
      {isOpen && <p className="text-14 text-muted">{hold.appeal}</p>}
      {last_appeal && <AppealState appeal={last_appeal} />}
      {isOpen && (
        <p className="flex flex-wrap gap-x-5">
          {!isAppealed && (
            <Button
              variant="quiet"
              className="min-h-11 px-0! text-14!"
              aria-haspopup="dialog"
              onClick={() => setAppealing(true)}
            >
              {holds('appeal')}
            </Button>
          )}
          <TextLink to="/customer">{holds('chat')}</TextLink>
        </p>
      )}
      {appealing && (
        <Suspense>
          <HoldAppealSheet hold={hold} onClose={() => setAppealing(false)} />
        </Suspense>
      )}
    </Card>
  )
}

function HoldClock({ hold }: { hold: Hold }) {
  const t = useMessages('wallet')
  const holds = useMessages('holds')
  const { remaining, time } = useFormatters()
  useEachMinute()
  const { deadline, released_at } = hold
  if (released_at) return <p className="text-14 text-muted">{holds('endedAt', { at: time(released_at) })}</p>
  return (
    <p className="flex items-start gap-1.5 text-14 text-hold">
      <Icon name="clock" color="currentColor" className="mt-0.5" />
      {deadline
        ? t('holdClock', { remaining: remaining(deadline), until: time(deadline) })
        : t('holdClockStopped')}
    </p>
  )
}

function AppealState({ appeal }: { appeal: NonNullable<Hold['last_appeal']> }) {
  const t = useMessages('holds')
  const { time } = useFormatters()
  return (
    <div className="flex flex-col gap-1 rounded-control bg-canvas px-3 py-2">
      <p className="text-12 text-muted">{t('appealedAt', { at: time(appeal.filed_at) })}</p>
      <p className="text-14 wrap-anywhere whitespace-pre-wrap">{appeal.grounds}</p>
      {appeal.decided_at ? (
        <>
          <p className="text-12 text-muted">
            {t(appeal.decision === 'released' ? 'appealGranted' : 'appealUpheld', {
              at: time(appeal.decided_at),
            })}
          </p>
          <p className="text-14 wrap-anywhere whitespace-pre-wrap">{appeal.answer}</p>
        </>
      ) : (
        <p className="text-12 text-muted">{t('appealPending')}</p>
      )}
    </div>
  )
}
