import type { ReactNode } from 'react'

interface HeldRoomProps {
  /** All that may come to stand here. */
  texts: readonly string[]
  children: ReactNode
}

/** Room for the longest of `texts` at any width and text size, so that nothing around it moves when another is said. */
export function HeldRoom({ texts, children }: HeldRoomProps) {
  return (
    <span className="grid *:[grid-area:1/1]">
      {texts.map((text) => (
        // Drawn by the style sheet: it takes room, and is no text of the page.
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
