import { useStore } from '@adtally/client/store.ts'
import { useMessages } from '@adtally/i18n/use-messages.ts'
import { Icon } from '@adtally/ui/icons/icon.tsx'
import { IconButton } from '@adtally/ui/icons/icon-button.tsx'
import { useQuery } from '@tanstack/react-query'
import { type MouseEvent, type ReactNode, useEffect, useState } from 'react'
import { Link } from 'react-router'
import { Loaded } from '../../../components/loaded.tsx'
import { planAddress } from '../../../components/plan-row.tsx'
import { markFirstStep, useFirstStepMarks } from '../../../lib/first-steps.ts'
import { session } from '../../../lib/session/session.ts'
import { type FirstStepFacts, firstStepsQuery } from '../api/first-steps.ts'

export type FirstStep = 'password' | 'startup' | 'plan' | 'publisher' | 'billed' | 'entries'

interface FirstStepListProps {
  order: readonly FirstStep[]
  /** The classes that fit the content into its reserved room. */
  look: { heading: string; row: string }
  /** Shown until the steps' state is known. */
  to_come: ReactNode
}

interface StepState {
  step: FirstStep
  done: boolean
  /** A page of the app or another site. */
  to: string
}

/** Each step's link and whether it is done; null for steps that this customer can't have. */
function statesOf(facts: FirstStepFacts, password_set: boolean, marks: readonly string[]) {
  const { startup, plan, billed } = facts
  const domain = plan?.publisher_domain
  return {
    password: { done: password_set, to: '/wallet/set-password?next=%2Fad-center' },
    startup: startup === 'none' ? null : { done: startup === 'taken', to: '/ad-center/activities' },
    plan: { done: plan !== null, to: plan ? planAddress(plan.plan_id) : '/plan' },
    publisher: {
      done: marks.includes('publisher'),
      // Uses this page's scheme, as a sandbox's publisher has no certificate; links to the plan until it is known.
      to: domain ? `//${domain}` : plan ? planAddress(plan.plan_id) : '/plan',
    },
    billed: { done: billed, to: '/wallet?type=ad_billing' },
    entries: { done: marks.includes('entries'), to: plan ? planAddress(plan.plan_id) : '/wallet' },
  } satisfies Record<FirstStep, Omit<StepState, 'step'> | null>
}

/** Hides the list for good; moves keyboard focus on to the page. */
function dismiss({ currentTarget }: MouseEvent<HTMLButtonElement>): void {
  const page = currentTarget.closest('main')
  markFirstStep('dismissed')
  page?.focus({ preventScroll: true })
}

/** The heading and the steps, in their reserved room. */
export default function FirstStepList({ order, look, to_come }: FirstStepListProps) {
  const t = useMessages('adCenter')
  const query = useQuery(firstStepsQuery())
  const marks = useFirstStepMarks()
  const password_set = useStore(session)?.user?.transaction_password_set ?? false
  const states = query.data && statesOf(query.data, password_set, marks)
  const steps = states && order.flatMap((step) => (states[step] ? { step, ...states[step] } : []))
  const done = steps?.filter((step) => step.done).length ?? 0
  // In a low window the figures have priority: only the next step shows until the list is opened.
  const next = (steps?.find((step) => !step.done) ?? steps?.[0])?.step
  const [is_open, setOpen] = useState(false)
  const all_done = steps !== undefined && done === steps.length
  const count = all_done ? t('firstSteps.allDone') : t('firstSteps.count', { done, all: steps?.length ?? 0 })
  useEffect(() => {
    if (all_done) markFirstStep('done')
  }, [all_done])
  return (
    <>
      <div className={look.heading}>
        <h2 id="first-steps" className="flex-auto text-16 font-semibold">
          {t('firstSteps.title')}
        </h2>
        {steps && <span className="text-14 whitespace-nowrap text-muted">{count}</span>}
        {steps && (
          <IconButton
            icon="chevron-down"
            label={count}
            size={20}
            aria-expanded={is_open}
            className={`hidden! text-muted low:flex! low:h-[max(--spacing(9),44px)]! ${is_open ? 'rotate-180' : ''}`}
            onClick={() => setOpen(!is_open)}
          />
        )}
        <IconButton
          icon="close"
          label={t('firstSteps.hide')}
          size={20}
          trailing
          className="text-muted low:h-[max(--spacing(9),44px)]!"
          onClick={dismiss}
        />
      </div>
      <Loaded query={query} skeleton={to_come}>
        {() => (
          <ol aria-labelledby="first-steps" className="flex flex-auto flex-col">
            {steps?.map((state) => (
              <li
                key={state.step}
                className={is_open || state.step === next ? 'flex flex-auto' : 'flex flex-auto low:hidden'}
              >
                <Step row={look.row} {...state} />
              </li>
            ))}
          </ol>
        )}
      </Loaded>
    </>
  )
}

function Step({ step, done, to, row }: StepState & { row: string }) {
  const t = useMessages('adCenter')
  const leads_out = to.startsWith('//')
  const content = (
    <>
      {done ? (
        <Icon name="check" size={24} color="var(--color-positive)" />
      ) : (
        <span aria-hidden className="m-0.5 size-5 flex-none rounded-full border-2 border-edge" />
      )}
      <span className={done ? 'min-w-0 flex-auto text-muted' : 'min-w-0 flex-auto'}>
        {t(`firstSteps.steps.${step}`)}
        <span className="sr-only"> {done ? t('firstSteps.done') : t('firstSteps.open')}</span>
        {leads_out && <span className="sr-only"> {t('firstSteps.newTab')}</span>}
      </span>
      <Icon name={leads_out ? 'external' : 'chevron-right'} color="var(--color-muted)" />
    </>
  )
  const className = `${row} rounded-control`
  if (!leads_out)
    return (
      <Link to={to} className={className}>
        {content}
      </Link>
    )
  return (
    <a
      href={to}
      target="_blank"
      rel="noopener noreferrer"
      className={className}
      onClick={() => markFirstStep('publisher')}
    >
      {content}
    </a>
  )
}
