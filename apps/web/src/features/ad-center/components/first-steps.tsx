import { useMessages } from '@adtally/i18n/use-messages.ts'
import { Card } from '@adtally/ui/card.tsx'
import { part } from '@adtally/ui/part.tsx'
import { Loading, Skeleton } from '@adtally/ui/states.tsx'
import { Suspense, useState } from 'react'
import { useStore } from '../../../lib/device/store.ts'
import { useOnline } from '../../../lib/device/use-online.ts'
import { useFirstStepMarks } from '../../../lib/first-steps.ts'
import { isRestricted, session } from '../../../lib/session/session.ts'
import type { FirstStep } from './first-step-list.tsx'

const FirstStepList = part(() => import('./first-step-list.tsx'))

/** In the order in which they are done. A deposit is none: nobody has to pay in. */
const STEPS: readonly FirstStep[] = ['password', 'startup', 'plan', 'publisher', 'billed', 'entries']
const ROW =
  'flex min-h-11 w-full flex-auto items-center gap-3 py-1.5 text-left text-16 low:min-h-[max(--spacing(8),44px)] low:py-0.5 low:text-14'
const HEADING = 'flex min-h-12 items-center gap-3 low:min-h-[max(--spacing(9),44px)]'

/** The steps until it is known what of them is done: most of what the page first shows is these words. */
function StepsToCome() {
  const t = useMessages('adCenter')
  return (
    <Loading className="flex-auto">
      {STEPS.map((step, index) => (
        <span key={step} aria-hidden className={index === 0 ? ROW : `${ROW} low:hidden`}>
          <Skeleton className="size-6 flex-none rounded-full" />
          <span className="min-w-0 flex-auto">{t(`firstSteps.steps.${step}`)}</span>
          <span className="size-4 flex-none" />
        </span>
      ))}
    </Loading>
  )
}

/**
 * What there is to do first, until it is done or the customer folds it away for good. The room of all of it is held by its
 * own words, at any width and text size, so that nothing moves when it arrives.
 */
export function FirstSteps() {
  const t = useMessages('adCenter')
  const marks = useFirstStepMarks()
  const restricted = isRestricted(useStore(session))
  // What is done meanwhile is said here until the page is left.
  const [was_done] = useState(marks.includes('done'))
  // Nothing can be told of them without a connection, and a place for failure is no use above what can be read.
  const online = useOnline()
  const [began_online] = useState(online)
  if (restricted || was_done || !began_online || marks.includes('dismissed')) return null
  return (
    <Card aria-labelledby="first-steps" className="grid py-2 *:[grid-area:1/1] low:py-1">
      <div aria-hidden className="invisible flex flex-col">
        <span className={HEADING} />
        {/* In a low window, such as a desktop's, one step is shown: the room is that of the tallest. */}
        <div className="flex flex-auto flex-col low:grid low:*:[grid-area:1/1]">
          {STEPS.map((step) => (
            <span key={step} className={ROW}>
              <span className="size-6 flex-none" />
              {/* Drawn by the style sheet: it takes room, and is no text of the page. */}
              <span
                data-text={t(`firstSteps.steps.${step}`)}
                className="min-w-0 flex-auto before:content-[attr(data-text)]"
              />
              <span className="size-4 flex-none" />
            </span>
          ))}
        </div>
      </div>
      <div className="flex min-w-0 flex-col">
        <Suspense
          fallback={
            <>
              <p className={`${HEADING} text-16 font-semibold`}>{t('firstSteps.title')}</p>
              <StepsToCome />
            </>
          }
        >
          <FirstStepList order={STEPS} look={{ heading: HEADING, row: ROW }} to_come={<StepsToCome />} />
        </Suspense>
      </div>
    </Card>
  )
}
