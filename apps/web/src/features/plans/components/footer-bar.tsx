import type { ReactNode } from 'react'
import { useBottomBar } from '../../../components/use-bottom-bar.ts'

/** Holds the main button at the bottom of the window, within reach of the thumb. */
export function FooterBar({ children }: { children: ReactNode }) {
  const bar = useBottomBar<HTMLDivElement>()
  return (
    <div
      ref={bar}
      className="sticky bottom-0 z-20 mt-auto border-t border-line bg-canvas px-4 pt-3 pb-[calc(0.75rem+env(safe-area-inset-bottom))]"
    >
      {children}
    </div>
  )
}
