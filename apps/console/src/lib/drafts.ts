import { onPersonLeft } from './session.ts'

/** What a control holds: text as typed, or a chosen file. */
export type FieldValue = string | File
/** A form's fields by name; what is empty is left out. */
export type FieldValues = Readonly<Record<string, FieldValue>>

const drafts = new Map<string, { values: FieldValues; is_work: boolean }>()
onPersonLeft(() => drafts.clear())

/** What was typed into a form and not sent; in memory alone, so that somebody who looks something up finds it again. */
export function draftOf(key: string): FieldValues | undefined {
  return drafts.get(key)?.values
}

/** Keeps a form's fields, or forgets them (null). `is_work`: they are for an act, not for looking something up. */
export function keepDraft(key: string, values: FieldValues | null, is_work: boolean): void {
  if (values === null) drafts.delete(key)
  else drafts.set(key, { values, is_work })
}

/** Whether the page holds what somebody typed for an act and has not sent. */
export function holdsWork(): boolean {
  return [...drafts.values()].some(({ is_work }) => is_work)
}
