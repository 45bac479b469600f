import { ApiError } from '@adtally/client/api-error.ts'
import { useIssueText } from '@adtally/client/use-issue-text.ts'
import { type ChangeEvent, useState } from 'react'
import * as z from 'zod/mini'
import { useErrorText } from '../../../lib/error-text.ts'

/** What may be typed there. */
export type EntryName =
  | 'username'
  | 'password'
  | 'totp'
  | 'recovery_code'
  | 'first_code'
  | 'second_code'
  | 'new_password'

/** What is gone from the page once it was sent in vain: good once, or for half a minute. */
const USED_UP = { totp: '', recovery_code: '' } as const
const EMPTY: Record<EntryName, string> = {
  ...{ username: '', password: '', first_code: '', second_code: '', new_password: '' },
  ...USED_UP,
}

/** A form of what proves who one is. */
export interface EntryForm {
  field(name: EntryName): {
    name: EntryName
    value: string
    error: string | undefined
    onChange(event: ChangeEvent<HTMLInputElement>): void
  }
  /** Empties a field that is not on the screen any more. */
  empty(name: EntryName): void
  /** What is wrong with no field in particular. */
  failure: string | null
  is_sending: boolean
  /** Checks by the call's schema, then sends; passwords and codes are gone from the page after it. */
  submit(): Promise<void>
}

/** A form that sends what `schema` takes; `fixed` is known already and can't be typed. */
export function useEntryForm<Request extends z.ZodMiniObject>(
  schema: Request,
  send: (input: z.output<Request>) => Promise<unknown>,
  fixed: Partial<Record<EntryName, string>> = {},
): EntryForm {
  const [values, setValues] = useState(EMPTY)
  const [errors, setErrors] = useState<Partial<Record<string, string>>>({})
  const [failure, setFailure] = useState<string | null>(null)
  const [is_sending, setSending] = useState(false)
  const issueText = useIssueText()
  const errorText = useErrorText()
  const all = { ...values, ...fixed }

  const refuse = (error: unknown) => {
    if (error instanceof ApiError && error.field !== null && error.field in all)
      setErrors({ [error.field]: error.message })
    else if (error instanceof ApiError && error.reason?.startsWith('second_factor'))
      setErrors({ [values.recovery_code === '' ? 'totp' : 'recovery_code']: error.message })
    else setFailure(errorText(error))
  }

  return {
    field: (name) => ({
      name,
      value: all[name],
      error: errors[name],
      onChange(event) {
        setValues((before) => ({ ...before, [name]: event.target.value }))
        setErrors(({ [name]: _gone, ...rest }) => rest)
      },
    }),
    empty: (name) => setValues((before) => ({ ...before, [name]: '' })),
    failure,
    is_sending,
    async submit() {
      const asked = Object.entries(all).filter(([name, value]) => name in schema.shape && value !== '')
      const parsed = z.safeParse(schema, Object.fromEntries(asked))
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
        setValues(({ username }) => ({ ...EMPTY, username }))
      } catch (error) {
        setValues((before) => ({ ...before, ...USED_UP }))
        refuse(error)
      } finally {
        setSending(false)
      }
    },
  }
}
