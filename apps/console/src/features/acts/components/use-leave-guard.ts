import { useEffect, useState } from 'react'
import { placeOf } from '../../../lib/history-place.ts'

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
    const here = placeOf(window.history.state) ?? 0
    let is_decided = false
    let is_returning = false
    const onClick = (event: MouseEvent) => {
      const link = linkOf(event)
      if (is_decided || !link) return
      event.preventDefault()
      event.stopPropagation()
      setWish({
        go() {
          is_decided = true
          link.click()
        },
      })
    }
    // The address has changed by then, of which the router is not told until it is decided.
    const onMove = (event: PopStateEvent) => {
      if (is_decided) return
      event.stopImmediatePropagation()
      if (is_returning) {
        is_returning = false
        return
      }
      const distance = (placeOf(event.state) ?? here + 1) - here
      is_returning = true
      window.history.go(-distance)
      setWish({
        go() {
          is_decided = true
          window.history.go(distance)
        },
      })
    }
    document.addEventListener('click', onClick, true)
    window.addEventListener('popstate', onMove, true)
    return () => {
      document.removeEventListener('click', onClick, true)
      window.removeEventListener('popstate', onMove, true)
      setWish(null)
    }
  }, [is_changed])
  return { wish, stay: () => setWish(null) }
}
