import { classNames } from '@adtally/ui/class-names.ts'
import { useSyncExternalStore } from 'react'

/** From this offset on, content passes under the header. */
const SCROLLED_PX = 24

function subscribe(listener: () => void): () => void {
  window.addEventListener('scroll', listener, { passive: true })
  return () => window.removeEventListener('scroll', listener)
}

/** The background of a transparent header: it shows the page's own top, but hides what scrolls under it. */
export function HeaderBackdrop({ deep = false }: { deep?: boolean }) {
  const scrolled = useSyncExternalStore(subscribe, () => window.scrollY > SCROLLED_PX)
  return (
    <div
      aria-hidden
      className={classNames(
        'column pointer-events-none fixed inset-x-0 top-0 z-20 h-[calc(3.5rem+env(safe-area-inset-top))] transition-opacity',
        deep ? 'bg-deep' : 'border-b border-line bg-canvas',
        scrolled ? 'opacity-100' : 'opacity-0',
      )}
    />
  )
}
