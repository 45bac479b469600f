import { readAgain } from '@adtally/client/read-again.ts'
import { useMessages } from '@adtally/i18n/use-messages.ts'
import { Button } from '@adtally/ui/button.tsx'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { FieldValues } from '../../../lib/drafts.ts'
import type { ShownAct } from '../../../lib/shown-act.ts'
import { ActFields } from './act-fields.tsx'
import { AnswerView } from './answer/answer-view.tsx'
import type { FormInput } from './field-input.ts'
import { formFieldsOf, showsCustomer } from './shown-acts.ts'
import { useActForm } from './use-act-form.ts'

interface ActReadingProps {
  call: ShownAct
  roles: readonly string[]
  given: FieldValues
  /** Whether a link of these pages led here. */
  is_followed: boolean
}

/**
 * What is asked at once: what the address fills in, if that is all that the act needs. A link from elsewhere must not have
 * somebody look at a customer in their own name, so that waits for their click.
 */
function askedAtOnce({ call, given, is_followed }: ActReadingProps): FormInput | null {
  if (!is_followed && showsCustomer(call) && Object.keys(given).length > 0) return null
  const is_ready = formFieldsOf(call).every(
    ({ name, is_required }) => !is_required || given[name] !== undefined,
  )
  return is_ready ? { input: { ...given }, files: {} } : null
}

/** An act that only shows something: its fields as a filter, and what it answers. */
export function ActReading(props: ActReadingProps) {
  const { call, roles, given } = props
  const t = useMessages('consoleActs')
  const form = useActForm(call, `${call.name} ${JSON.stringify(given)}`, given)
  const [asked, setAsked] = useState(() => askedAtOnce(props))
  const element = useRef<HTMLFormElement>(null)
  const client = useQueryClient()
  return (
    <>
      {form.fields.length > 0 && (
        <form
          ref={element}
          noValidate
          className="mb-6 grid items-start gap-4 min-[40rem]:grid-cols-2 min-[64rem]:grid-cols-4"
          onSubmit={(event) => {
            event.preventDefault()
            const next = form.checked(element.current)
            if (!next) return
            // The same asked once more is read anew.
            if (JSON.stringify(next.input) === JSON.stringify(asked?.input)) readAgain(client, [call])
            setAsked(next)
          }}
        >
          <ActFields form={form} />
          <Button type="submit" className="min-[40rem]:mt-6.5">
            {t('show')}
          </Button>
        </form>
      )}
      {asked && (
        <AnswerView key={JSON.stringify(asked.input)} call={call} roles={roles} asked={asked} form={form} />
      )}
    </>
  )
}
