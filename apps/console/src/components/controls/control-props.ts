import type { Field } from '@adtally/contract/operator/statement/field-kinds.ts'
import type { FieldValue } from '../../lib/drafts.ts'

/** What a control is given: its field with the words for it, and what stands in it. */
export interface ControlProps {
  field: Field
  label: string
  /** What it is and its bounds. */
  hint: string
  error: string | undefined
  /** Text as typed, a chosen file, or '' for nothing. */
  value: FieldValue
  onChange(value: FieldValue): void
}

/** What stands in a control that holds text. */
export function typedIn(value: FieldValue): string {
  return typeof value === 'string' ? value : ''
}
