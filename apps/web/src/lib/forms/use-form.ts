import { type ChangeEvent, useState } from 'react'
import { type FormErrors, useFormErrors } from './use-form-errors.ts'

/** What a text field is given of its form. */
export interface FormField {
  name: string
  value: string
  onChange(event: ChangeEvent<HTMLInputElement>): void
  error: string | undefined
}

/** What a form's fields hold, as text, and what is wrong with it. */
export interface Form<Values> {
  values: Values
  errors: FormErrors
  /** Takes what is typed; what was wrong with the field is no longer said. */
  edit(field: keyof Values & string, value: string): void
  field(name: keyof Values & string): FormField
}

/** A form of texts that begins with these. */
export function useForm<Values extends Record<keyof Values, string>>(initial: Values): Form<Values> {
  const [values, setValues] = useState(initial)
  const errors = useFormErrors()
  const edit = (field: keyof Values & string, value: string) => {
    setValues((before) => ({ ...before, [field]: value }))
    errors.clear(field)
  }
  const field = (name: keyof Values & string) => ({
    name,
    value: values[name],
    onChange: (event: ChangeEvent<HTMLInputElement>) => edit(name, event.target.value),
    error: errors.of(name),
  })
  return { values, errors, edit, field }
}
