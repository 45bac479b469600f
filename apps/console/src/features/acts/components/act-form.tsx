import { useMessages } from '@adtally/i18n/use-messages.ts'
import { Banner } from '@adtally/ui/banner.tsx'
import { Button } from '@adtally/ui/button.tsx'
import { useEffect, useRef } from 'react'
import { LeaveGuard } from '../../../components/leaving/leave-guard.tsx'
import type { Person } from '../../../lib/desk.ts'
import type { FieldValues } from '../../../lib/drafts.ts'
import type { ShownAct } from '../../../lib/shown-act.ts'
import { useStatementWords } from '../../../lib/statement-words.ts'
import { ActFields } from './act-fields.tsx'
import { OutcomeView } from './outcome-view.tsx'
import { takesRequestId } from './shown-acts.ts'
import { useActForm } from './use-act-form.ts'
import { useDoing } from './use-doing.ts'

interface ActFormProps {
  call: ShownAct
  person: Person
  /** What the address fills in. */
  given: FieldValues
  /** Whether another is at the piece of work: it is not sent before it is taken over. */
  is_others?: boolean
}

/** The form of an act that changes something, and what became of it. */
export function ActFormView({ call, person, given, is_others = false }: ActFormProps) {
  const t = useMessages('consoleActs')
  const words = useStatementWords()
  const form = useActForm(call, `${call.name} ${JSON.stringify(given)}`, given)
  const { outcome, send, reopen } = useDoing(call, person.person_id, form)
  const element = useRef<HTMLFormElement>(null)
  // A refusal at a field: its control could not take the focus while it was on its way.
  useEffect(() => {
    if (outcome.is === 'open') element.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [outcome])

  if (outcome.is === 'done' || outcome.is === 'done_before')
    return <OutcomeView call={call} roles={person.roles} outcome={outcome} onAnother={reopen} />
  const is_open = outcome.is === 'open' || outcome.is === 'refused'
  return (
    <form
      ref={element}
      noValidate
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        if (!is_open || is_others) return
        const asked = form.checked(element.current)
        if (asked) send(asked)
      }}
    >
      {/* What is on its way stays as it was sent. */}
      <LeaveGuard is_changed={form.is_changed} />
      <fieldset disabled={!is_open} className="flex min-w-0 flex-col gap-4">
        <ActFields form={form} />
      </fieldset>
      {outcome.is === 'refused' && (
        <Banner tone="negative">
          <p role="alert">
            <strong className="font-medium">{t('refused')}</strong>
            <span className="block">{outcome.message}</span>
          </p>
        </Banner>
      )}
      {outcome.is === 'unknown' ? (
        <Banner tone="warning">
          <p role="alert" className="font-medium">
            {t('notKnown')}
          </p>
          <p>{t(takesRequestId(call) ? 'notKnownOnce' : 'notKnownPlain')}</p>
          <div className="mt-3 flex flex-wrap gap-3">
            <Button onClick={() => send(outcome.asked)}>{t('askAgain')}</Button>
            <Button variant="secondary" onClick={reopen}>
              {t('change')}
            </Button>
          </div>
        </Banner>
      ) : (
        <div className="flex flex-col gap-2">
          <Button type="submit" busy={outcome.is === 'sending'} disabled={is_others} className="self-start">
            {words.title(call)}
          </Button>
          {is_others && <p className="text-14 text-muted">{t('work.takeFirst')}</p>}
        </div>
      )}
    </form>
  )
}
