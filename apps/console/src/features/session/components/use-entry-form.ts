import { ApiError } from '@adtally/client/api-error.ts'
import { useIssueText } from '@adtally/client/use-issue-text.ts'
import { type ChangeEvent, useState } from 'react'
import * as z from 'zod/mini'
import { ENTRY_FIELDS, type EntryField } from '../../../lib/desk.ts'
import { useErrorText } from '../../../lib/error-text.ts'

/** A form of what proves who one is. */
export interface EntryForm {
  field(name: EntryField): {
    name: EntryField
    value: string
    error: string | undefined
    onChange(event: ChangeEvent<HTMLInputElement>): void
  }
  /** Empties a field that is not on the screen any more. */
  empty(name: EntryField): void
  /** What is wrong with no field in particular. */
  failure: string | null
  is_sending: boolean
  /** Checks by the call's schema, then sends; passwords and codes are gone from the page after it. */
  submit(): Promise<void>
}

type Values = Readonly<Partial<Record<EntryField, string>>>

function inputOf(values: Values, { shape }: z.ZodMiniObject): Record<string, unknown> {
  const asked = ENTRY_FIELDS.flatMap((name): [string, unknown][] => {
    const value = values[name]
    if (value === undefined || value === '' || !(name in shape)) return []
    return [[name, value]]
  })
  return Object.fromEntries(asked)
}

function isEntryField(name: string): boolean {
  return ENTRY_FIELDS.some((known) => known === name)
}

/** What may stand in the page after it was sent: who it was. */
function withoutSecrets({ username, email }: Values): Values {
  return { ...(username !== undefined && { username }), ...(email !== undefined && { email }) }
}

/** A form that sends what `schema` takes; `fixed` is known already and can't be typed. */
export function useEntryForm<Request extends z.ZodMiniObject>(
  schema: Request,
  send: (input: z.output<Request>) => Promise<unknown>,
  fixed: Partial<Record<EntryField, string>> = {},
): EntryForm {
  const [values, setValues] = useState<Values>({})
  const [errors, setErrors] = useState<Partial<Record<string, string>>>({})
  const [failure, setFailure] = useState<string | null>(null)
  const [is_sending, setSending] = useState(false)
  const issueText = useIssueText()
  const errorText = useErrorText()
  const all = { ...values, ...fixed }

  const choose = (name: EntryField, value: string) => {
    setValues((before) => ({ ...before, [name]: value }))
    setErrors(({ [name]: _gone, ...rest }) => rest)
  }

  const refuse = (error: unknown) => {
    if (error instanceof ApiError && error.field !== null && isEntryField(error.field))
      setErrors({ [error.field]: error.message })
    else if (error instanceof ApiError && error.reason?.startsWith('second_factor'))
      setErrors({ [all.recovery_code ? 'recovery_code' : 'totp']: error.message })
    else setFailure(errorText(error))
  }

  return {
    field: (name) => ({
      name,
      value: all[name] ?? '',
      error: errors[name],
      onChange: (event) => choose(name, event.target.value),
    }),
    empty: (name) => choose(name, ''),
    failure,
    is_sending,
    async submit() {
      const parsed = z.safeParse(schema, inputOf(all, schema))
      setFailure(null)
      if (!parsed.success) {
        const issues = parsed.error.issues.map((issue): [string, string] => [
          String(issue.path[0]),
          issueText(issue),
        ])
        return setErrors(Object.fromEntries(issues.reverse()))
      }
      setErrors({})
      setSending(true)
      try {
        await send(parsed.data)
        setValues(withoutSecrets)
      } catch (error) {
        setValues(({ totp: _code, recovery_code: _other, ...before }) => before)
        refuse(error)
      } finally {
        setSending(false)
      }
    },
  }
}
