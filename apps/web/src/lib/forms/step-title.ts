import { useEffect } from 'react'
import { createStore } from '../device/store.ts'

/** What the step on screen is called, where it has a name of its own: it then names the document, too (SPEC §2). */
export const step_title = createStore<string | null>(null)

/** Names the document by a step for as long as that is on screen; null: the page's own title stays. */
export function useStepTitle(text: string | null): void {
  useEffect(() => {
    if (text === null) return
    step_title.set(text)
    return () => {
      // The next step may have named itself already.
      if (step_title.get() === text) step_title.set(null)
    }
  }, [text])
}
