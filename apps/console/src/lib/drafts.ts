import { onPersonLeft } from './session.ts'

/** What a control holds: text as typed, or a chosen file. */
export type FieldValue = string | File
/** A form's fields by name; what is empty is left out. */
export type FieldValues = Readonly<Record<string, FieldValue>>

const drafts = new Map<string, FieldValues>()
onPersonLeft(() => drafts.clear())

/** What was typed into a form and not sent; in memory alone, so that somebody who looks something up finds it again. */
export function draftOf(key: string): FieldValues | undefined {
  return drafts.get(key)
}

/** Keeps a form's fields, or forgets them (null). */
export function keepDraft(key: string, values: FieldValues | null): void {
  if (values === null) drafts.delete(key)
  else drafts.set(key, values)
}
