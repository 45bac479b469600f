import { useEffect, useEffectEvent } from 'react'

/** Somebody who has not touched anything for so long may be gone: what looks by itself would keep their session open. */
const AT_WORK_MS = 2 * 60_000

let touched_at_ms = Date.now()
for (const event of ['pointerdown', 'keydown'])
  window.addEventListener(event, () => {
    touched_at_ms = Date.now()
  })

/** Looks every so often while somebody is at work here, so that their session still ends where they are not. */
export function useWhileAtWork(look: () => void, every_ms: number): void {
  const lookAgain = useEffectEvent(look)
  useEffect(() => {
    const timer = setInterval(() => {
      if (Date.now() - touched_at_ms < AT_WORK_MS) lookAgain()
    }, every_ms)
    return () => clearInterval(timer)
  }, [every_ms])
}
