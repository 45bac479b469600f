import * as z from 'zod/mini'
import { readParsed } from './device/parse-stored.ts'
import { writeStored } from './device/storage.ts'
import { createStore, useStore } from './device/store.ts'
import { session } from './session/session.ts'

/** What only the device can know of a customer's first steps: where they have been, and that the list is over. */
export type FirstStepMark = 'publisher' | 'entries' | 'done' | 'dismissed'

const kept = z.record(z.string(), z.array(z.string()))
const NONE: readonly string[] = []

/** By customer; it outlives their session, or a list that is over would be back at the next sign-in. */
const marks_of = createStore(readParsed('first_steps', kept) ?? {})

/** What this device knows of the present customer's first steps. */
export function useFirstStepMarks(): readonly string[] {
  const customer_id = useStore(session)?.user?.customer_id
  const marks = useStore(marks_of)
  return (customer_id !== undefined && marks[customer_id]) || NONE
}

/** Keeps for good that the present customer did something of their first steps. */
export function markFirstStep(mark: FirstStepMark): void {
  const customer_id = session.get()?.user?.customer_id
  if (customer_id === undefined) return
  // Another tab may have written meanwhile.
  const all = { ...marks_of.get(), ...readParsed('first_steps', kept) }
  const own = new Set(all[customer_id]).add(mark)
  marks_of.set({ ...all, [customer_id]: [...own] })
  writeStored('first_steps', JSON.stringify(marks_of.get()))
}
