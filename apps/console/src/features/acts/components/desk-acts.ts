import { createContext, use } from 'react'
import type { ShownAct } from '../../../lib/shown-act.ts'

/** An act, and what its person gave it, but for secrets and files. */
export interface GivenBefore {
  name: string
  fields: Readonly<Record<string, unknown>>
}

/** The acts by which a desk takes pieces of work, gives them back, and sees who is at which. */
export interface WorkActs {
  claim: ShownAct
  release: ShownAct
  list: ShownAct
}

/** The acts of a desk. */
export interface DeskActs {
  calls: readonly ShownAct[]
  /** In the order that their acts are listed. */
  areas: readonly string[]
  /** Acts that nobody at this desk has, each with whose they are: they are not listed, and an address that names one says so. */
  of_others?: ReadonlyMap<string, string>
  /** Where its people take work in turns. */
  work?: WorkActs
  /** What a form was filled in with for a proposal of one's own, where the desk has proposals; null if it is not one's own. */
  givenBefore?(proposal_id: string, signal: AbortSignal): Promise<GivenBefore | null>
}

const context = createContext<DeskActs>({ calls: [], areas: [] })

/** Gives the pages below it the acts that they are about. */
export const DeskActsProvider = context.Provider

/** The acts of the desk that a page is of. */
export function useDeskActs(): DeskActs {
  return use(context)
}
