import { onPersonLeft } from './session.ts'

/** What a control holds: text as typed, or a chosen file. */
export type FieldValue = string | File
/** A form's fields by name; what is empty is left out. */
export type FieldValues = Readonly<Record<string, FieldValue>>

const drafts = new Map<string, { values: FieldValues; is_work: boolean }>()
const held = new Set<symbol>()
onPersonLeft(() => {
  drafts.clear()
  held.clear()
})

/** What was typed into a form and not sent; in memory alone, so that somebody who looks something up finds it again. */
export function draftOf(key: string): FieldValues | undefined {
  return drafts.get(key)?.values
}

/** Keeps a form's fields, or forgets them (null). `is_work`: they are for an act, not for looking something up. */
export function keepDraft(key: string, values: FieldValues | null, is_work: boolean): void {
  if (values === null) drafts.delete(key)
  else drafts.set(key, { values, is_work })
}

/** Holds what is on the screen and nowhere else, such as a code that is shown once; returns how to let it go. */
export function holdWork(): () => void {
  const one = Symbol('held')
  held.add(one)
  return () => void held.delete(one)
}

/** Whether the page holds what somebody typed for an act and has not sent, or what is nowhere else. */
export function holdsWork(): boolean {
  return held.size > 0 || [...drafts.values()].some(({ is_work }) => is_work)
}
