import type { ReactNode } from 'react'

interface HeldRoomProps {
  /** All texts that may appear here. */
  texts: readonly string[]
  children: ReactNode
}

/** Room for the longest of `texts` at any width and text size, so that nothing moves when the text changes. */
export function HeldRoom({ texts, children }: HeldRoomProps) {
  return (
    <span className="grid *:[grid-area:1/1]">
      {texts.map((text) => (
        // Drawn by CSS: takes room without being text of the page.
        <span
          key={text}
          data-text={text}
          aria-hidden
          className="invisible before:content-[attr(data-text)]"
        />
      ))}
      <span>{children}</span>
    </span>
  )
}
