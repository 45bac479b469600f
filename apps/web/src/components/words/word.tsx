import type { Word as WordName } from '@adtally/contract/words.ts'
import { Icon } from '@adtally/ui/icons/icon.tsx'
import { part } from '@adtally/ui/part.tsx'
import { type ReactNode, Suspense, useState } from 'react'
import { needTexts } from '../../lib/texts.ts'

// Words are opened by few: what explains them is loaded when the first one is.
const WordSheet = part(async () => {
  const [sheet] = await Promise.all([import('./word-sheet.tsx'), needTexts(['faq'])])
  return sheet
})

/**
 * A term that a tap explains; its sign is no dotted line, which says that a figure is estimated. Its target is 44 px,
 * though it stands in a line of text.
 */
export function Word({ of, children }: { of: WordName; children: ReactNode }) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
        className="relative inline max-w-full rounded-control text-left wrap-break-word before:absolute before:-inset-3.5"
      >
        {children}
        {/* The space that holds the sign to the last word is no text, so that the term reads as it is written. */}
        <span className="before:content-['\00a0']">
          <Icon name="info" size={14} color="var(--color-accent)" className="mb-0.5 inline" />
        </span>
      </button>
      {open && (
        <Suspense>
          <WordSheet of={of} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
