import { createStore, useStore } from '@adtally/client/store.ts'
import * as z from 'zod/mini'
import { readParsed } from './device/parse-stored.ts'
import { writeStored } from './device/storage.ts'
import { session } from './session/session.ts'

/** First steps that only the device knows of: places visited, and that the list is finished. */
export type FirstStepMark = 'publisher' | 'entries' | 'done' | 'dismissed'

const kept = z.record(z.string(), z.array(z.string()))
const NONE: readonly string[] = []

/** By customer; kept after the session, or a finished list would be back at the next sign-in. */
const marks_of = createStore(readParsed('first_steps', kept) ?? {})

/** The current customer's first steps known to this device. */
export function useFirstStepMarks(): readonly string[] {
  const customer_id = useStore(session)?.user?.customer_id
  const marks = useStore(marks_of)
  return (customer_id !== undefined && marks[customer_id]) || NONE
}

/** Records for good that the current customer has done a first step. */
export function markFirstStep(mark: FirstStepMark): void {
  const customer_id = session.get()?.user?.customer_id
  if (customer_id === undefined) return
  // Another tab may have written meanwhile.
  const all = { ...marks_of.get(), ...readParsed('first_steps', kept) }
  const own = new Set(all[customer_id]).add(mark)
  marks_of.set({ ...all, [customer_id]: [...own] })
  writeStored('first_steps', JSON.stringify(marks_of.get()))
}
