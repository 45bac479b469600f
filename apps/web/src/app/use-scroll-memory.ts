import { useLayoutEffect, useRef } from 'react'
import { useLocation, useNavigationType } from 'react-router'

/** Scroll offset by history entry, in CSS pixels from the top. */
const left_at = new Map<string, number>()

/**
 * Restores a page's scroll position when going back (DESIGN); a new page starts at its top, and a change of the
 * address within a page, such as another filter, leaves the position alone.
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
    // Noted once now, because scrolling during the navigation was noted for the previous entry. In the next frame,
    // because reading the position before the render would lay the page out twice.
    const frame = requestAnimationFrame(note)
    window.addEventListener('scroll', note, { passive: true })
    return () => {
      cancelAnimationFrame(frame)
      window.removeEventListener('scroll', note)
    }
  }, [entry, kind, pathname])

  useLayoutEffect(() => {
    window.history.scrollRestoration = 'manual'
    // The browser restores the position after a reload.
    const handBack = () => {
      window.history.scrollRestoration = 'auto'
    }
    window.addEventListener('pagehide', handBack)
    return () => window.removeEventListener('pagehide', handBack)
  }, [])
}
