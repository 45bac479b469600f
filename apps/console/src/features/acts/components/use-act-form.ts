import { ApiError, ConnectionError } from '@adtally/client/api-error.ts'
import { useAmountsIn } from '@adtally/client/use-amounts.ts'
import { useIssueText } from '@adtally/client/use-issue-text.ts'
import type { Field } from '@adtally/contract/operator/statement/field-kinds.ts'
import { useState } from 'react'
import { flushSync } from 'react-dom'
import { draftOf, type FieldValue, type FieldValues, keepDraft } from '../../../lib/drafts.ts'
import type { ShownAct } from '../../../lib/shown-act.ts'
import { type FormInput, inputOf, issuesOf } from './field-input.ts'
import { formFieldsOf } from './shown-acts.ts'

/** The wire's decimals. */
const DECIMALS_MAX = 6

/** An act's fields, what stands in them and what is wrong with it. */
export interface ActForm {
  fields: readonly Field[]
  values: FieldValues
  /** Whether something else stands in it than the address filled in. */
  is_changed: boolean
  errorOf(name: string): string | undefined
  edit(name: string, value: FieldValue): void
  /** What to send, checked by the call's own schema; null if a field is wrong, which then says so and has the focus. */
  checked(form: HTMLElement | null): FormInput | null
  /** Shows a refusal at the field that it names; returns whether there is such a field. */
  take(error: unknown): boolean
  /** Empties the form. */
  clear(): void
}

/** A form of an act, which keeps what is typed under `key` until `clear`. */
export function useActForm(call: ShownAct, key: string, given: FieldValues): ActForm {
  const fields = formFieldsOf(call)
  const [values, setValues] = useState<FieldValues>(() => ({ ...given, ...draftOf(key) }))
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({})
  const amounts = useAmountsIn('')
  const issueText = useIssueText()

  const amountFaults = () =>
    fields.flatMap(({ name, kind }): [string, string][] => {
      const typed = values[name]
      if (kind !== 'amount' || typeof typed !== 'string' || typed === '') return []
      const { fault } = amounts.read(typed, DECIMALS_MAX)
      return fault === null ? [] : [[name, amounts.faultText(fault, DECIMALS_MAX)]]
    })

  return {
    fields,
    values,
    is_changed: !isAsGiven(values, given),
    errorOf: (name) => errors[name],
    edit(name, value) {
      const next = { ...values, [name]: value }
      keepDraft(key, isAsGiven(next, given) ? null : next, call.kind !== 'read')
      setValues(next)
      setErrors(({ [name]: _gone, ...rest }) => rest)
    },
    checked(form) {
      const sent = inputOf(fields, values, (typed) => amounts.read(typed, DECIMALS_MAX).amount ?? typed)
      const issues = [...issuesOf(call, fields, sent)].map(([name, issue]): [string, string] => [
        name,
        issueText(issue),
      ])
      const found = [...issues, ...amountFaults()]
      // Rendered at once, so that the focus finds the marked field.
      flushSync(() => setErrors(Object.fromEntries(found)))
      if (found.length === 0) return sent
      form?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
      return null
    },
    take(error) {
      if (!(error instanceof ApiError)) return false
      const [name] = error.field?.split('.') ?? []
      if (!fields.some((field) => field.name === name) || name === undefined) return false
      setErrors({ [name]: error.message })
      return true
    },
    clear() {
      keepDraft(key, null, false)
      setValues({})
      setErrors({})
    },
  }
}

function isAsGiven(values: FieldValues, given: FieldValues): boolean {
  const names = new Set([...Object.keys(values), ...Object.keys(given)])
  return [...names].every((name) => (values[name] ?? '') === (given[name] ?? ''))
}

/** Whether what was asked for may have been done: no reply came that says. */
export function isUnknown(error: unknown): boolean {
  return error instanceof ConnectionError
}
