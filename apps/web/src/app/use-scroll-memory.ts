import { useLayoutEffect, useRef } from 'react'
import { useLocation, useNavigationType } from 'react-router'

/** Where each entry of the history was left, in CSS pixels from the top. */
const left_at = new Map<string, number>()

/**
 * Going back finds a page where it was left (DESIGN); a new page starts at its top, and a change of the address within
 * the page, such as another filter, leaves it where it is.
 */
export function useScrollMemory(): void {
  const { key, pathname, search } = useLocation()
  // Addresses typed by hand all have the same key.
  const entry = `${key} ${pathname}${search}`
  const kind = useNavigationType()
  const shown = useRef(pathname)

  useLayoutEffect(() => {
    const place = kind === 'POP' ? left_at.get(entry) : undefined
    if (place !== undefined || shown.current !== pathname) window.scrollTo(0, place ?? 0)
    shown.current = pathname
    const note = () => left_at.set(entry, window.scrollY)
    // At once too: what was scrolled while the address changed was noted for the entry before. With the frame, because
    // to ask for the place before it is drawn has the whole page laid out twice.
    const frame = requestAnimationFrame(note)
    window.addEventListener('scroll', note, { passive: true })
    return () => {
      cancelAnimationFrame(frame)
      window.removeEventListener('scroll', note)
    }
  }, [entry, kind, pathname])

  useLayoutEffect(() => {
    window.history.scrollRestoration = 'manual'
    // A page that is loaded again is the browser's to restore.
    const handBack = () => {
      window.history.scrollRestoration = 'auto'
    }
    window.addEventListener('pagehide', handBack)
    return () => window.removeEventListener('pagehide', handBack)
  }, [])
}
