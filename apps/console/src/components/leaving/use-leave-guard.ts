import { useEffect, useState } from 'react'
import { holdsWork } from '../../lib/drafts.ts'
import { beforeMove, placeOf } from '../../lib/history-place.ts'

/** A wish to leave that waits for a decision. */
interface LeavingWish {
  go(): void
}

/** The link to another page here that a click follows in this window, if it does. */
function linkOf(event: MouseEvent): HTMLAnchorElement | null {
  const { target, button, altKey, ctrlKey, metaKey, shiftKey } = event
  const is_plain = button === 0 && !(altKey || ctrlKey || metaKey || shiftKey)
  if (!is_plain || !(target instanceof Element)) return null
  const link = target.closest<HTMLAnchorElement>('a[href^="#"]')
  return link && link.hash !== window.location.hash ? link : null
}

/**
 * Holds back links, the browser's back and forward, and typed addresses of this page while something `is_changed`, and tells
 * the wish. The router of the library that can be asked the same weighs 20 KB more than this.
 */
export function useLeaveGuard(is_changed: boolean): { wish: LeavingWish | null; stay(): void } {
  const [wish, setWish] = useState<LeavingWish | null>(null)
  useEffect(() => {
    if (!is_changed) return
    const { hash } = window.location
    let here = placeOf(window.history.state) ?? 0
    let is_decided = false
    let is_returning = false
    // Of whoever has left, nothing is held.
    const mayPass = () => is_decided || !holdsWork()
    const decided = (leave: () => void) => () => {
      is_decided = true
      leave()
    }
    const onClick = (event: MouseEvent) => {
      const link = linkOf(event)
      if (mayPass() || !link) return
      event.preventDefault()
      event.stopPropagation()
      setWish({ go: decided(() => link.click()) })
    }
    // The address has changed by then, of which the router is not told until it is decided.
    const onMove = (event: PopStateEvent) => {
      if (mayPass()) return
      event.stopImmediatePropagation()
      const wanted = window.location.hash
      const place = placeOf(event.state)
      if (wanted === hash) {
        here = place ?? here
        is_returning = false
      } else if (place === null || place === here) {
        // A typed address, which may stand in place of the form's or after it: it becomes the form's, twice in the history then.
        // So does an entry with the form's own number: nothing says on which side it lies, and to go by 0 loads the page anew.
        if (place === null) here += 1
        window.history.replaceState({ idx: here }, '', hash)
        setWish({ go: decided(() => window.location.replace(wanted)) })
      } else if (!is_returning) {
        const distance = place - here
        is_returning = true
        window.history.go(-distance)
        setWish({ go: decided(() => window.history.go(distance)) })
      }
    }
    document.addEventListener('click', onClick, true)
    const stop = beforeMove(onMove)
    return () => {
      document.removeEventListener('click', onClick, true)
      stop()
      setWish(null)
    }
  }, [is_changed])
  return { wish, stay: () => setWish(null) }
}
