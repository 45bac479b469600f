import { useFormatters } from '@adtally/i18n/use-formatters.ts'
import { useMessages } from '@adtally/i18n/use-messages.ts'
import { Button } from '@adtally/ui/button.tsx'
import { part } from '@adtally/ui/part.tsx'
import { Suspense, useState } from 'react'
import { useEachMinute } from '../../../../lib/use-each-minute.ts'
import type { InvalidEvent } from '../../api/plans.ts'

const InvalidAppealSheet = part(() => import('./invalid-appeal-sheet.tsx'))

type Appeal = NonNullable<InvalidEvent['appeal']>

/** How an appeal against an event's verdict stands, or until when one may be sent; nothing where nothing was taken back. */
export function InvalidAppeal({ plan_id, event }: { plan_id: string; event: InvalidEvent }) {
  const { appeal, appeal_until } = event
  if (appeal) return <AppealState appeal={appeal} />
  if (appeal_until === null) return null
  return <AppealOffer plan_id={plan_id} event_id={event.event_id} until={appeal_until} />
}

function AppealOffer({ plan_id, event_id, until }: { plan_id: string; event_id: string; until: string }) {
  const t = useMessages('planResult')
  const holds = useMessages('holds')
  const { time } = useFormatters()
  const [appealing, setAppealing] = useState(false)
  useEachMinute()
  const at = time(until)
  if (Date.parse(until) < Date.now()) return <p className="text-12 text-muted">{t('appeal.over', { at })}</p>
  return (
    <p className="flex flex-wrap items-center gap-x-3 text-12 text-muted">
      <Button
        variant="quiet"
        className="min-h-11 px-0! text-14!"
        aria-haspopup="dialog"
        onClick={() => setAppealing(true)}
      >
        {holds('appeal')}
      </Button>
      <span>{t('appeal.until', { at })}</span>
      {appealing && (
        <Suspense>
          <InvalidAppealSheet plan_id={plan_id} event_id={event_id} onClose={() => setAppealing(false)} />
        </Suspense>
      )}
    </p>
  )
}

function AppealState({ appeal }: { appeal: Appeal }) {
  const t = useMessages('planResult')
  const holds = useMessages('holds')
  const { time } = useFormatters()
  const { state, filed_at, grounds, answer, decided_at } = appeal
  return (
    <div className="flex flex-col gap-1 rounded-control bg-canvas px-3 py-2">
      <p className="text-12 text-muted">{holds('appealedAt', { at: time(filed_at) })}</p>
      <p className="text-14 wrap-anywhere whitespace-pre-wrap">{grounds}</p>
      <p className="text-12 text-muted">
        {state === 'open' ? t('appeal.pending') : t(`appeal.${state}`, { at: time(decided_at ?? filed_at) })}
      </p>
      {answer !== null && <p className="text-14 wrap-anywhere whitespace-pre-wrap">{answer}</p>}
    </div>
  )
}
