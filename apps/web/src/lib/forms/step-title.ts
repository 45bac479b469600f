import { createStore } from '@adtally/client/store.ts'
import { useEffect } from 'react'

/** The title of the step on screen, if it has its own; it also becomes the document's title (SPEC §2). */
export const step_title = createStore<string | null>(null)

/** Titles the document after a step while it is mounted; null keeps the page's own title. */
export function useStepTitle(text: string | null): void {
  useEffect(() => {
    if (text === null) return
    step_title.set(text)
    return () => {
      // The next step may have set its own title already.
      if (step_title.get() === text) step_title.set(null)
    }
  }, [text])
}
