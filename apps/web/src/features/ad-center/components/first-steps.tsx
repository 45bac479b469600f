import { useStore } from '@adtally/client/store.ts'
import { useMessages } from '@adtally/i18n/use-messages.ts'
import { Card } from '@adtally/ui/card.tsx'
import { part } from '@adtally/ui/part.tsx'
import { Loading, Skeleton } from '@adtally/ui/states.tsx'
import { Suspense, useState } from 'react'
import { useOnline } from '../../../lib/device/use-online.ts'
import { useFirstStepMarks } from '../../../lib/first-steps.ts'
import { isRestricted, session } from '../../../lib/session/session.ts'
import type { FirstStep } from './first-step-list.tsx'

const FirstStepList = part(() => import('./first-step-list.tsx'))

/** In order. Depositing is not a step: nobody has to pay in. */
const STEPS: readonly FirstStep[] = ['password', 'startup', 'plan', 'publisher', 'billed', 'entries']
const ROW =
  'flex min-h-11 w-full flex-auto items-center gap-3 py-1.5 text-left text-16 low:min-h-[max(--spacing(8),44px)] low:py-0.5 low:text-14'
const HEADING = 'flex min-h-12 items-center gap-3 low:min-h-[max(--spacing(9),44px)]'

/** The steps before their state is known: most of the page's first paint is these words. */
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
 * What to do first, until it is done or the customer hides it for good. Invisible copies of its texts reserve its
 * room at any width and text size, so that nothing moves when it arrives.
 */
export function FirstSteps() {
  const t = useMessages('adCenter')
  const marks = useFirstStepMarks()
  const restricted = isRestricted(useStore(session))
  // Steps finished during this visit stay listed until the page is left.
  const [was_done] = useState(marks.includes('done'))
  // Offline their state is unknown, and an error above readable figures would help nobody.
  const online = useOnline()
  const [began_online] = useState(online)
  if (restricted || was_done || !began_online || marks.includes('dismissed')) return null
  return (
    <Card aria-labelledby="first-steps" className="grid py-2 *:[grid-area:1/1] low:py-1">
      <div aria-hidden className="invisible flex flex-col">
        <span className={HEADING} />
        {/* A low window, such as a desktop's, shows one step: reserve the tallest. */}
        <div className="flex flex-auto flex-col low:grid low:*:[grid-area:1/1]">
          {STEPS.map((step) => (
            <span key={step} className={ROW}>
              <span className="size-6 flex-none" />
              {/* Drawn by CSS: takes room without being text of the page. */}
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
