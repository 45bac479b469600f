import type { Word as WordName } from '@adtally/contract/words.ts'
import { Icon } from '@adtally/ui/icons/icon.tsx'
import { part } from '@adtally/ui/part.tsx'
import { type ReactNode, Suspense, useState } from 'react'
import { needTexts } from '../../lib/texts.ts'

// Few visitors open a word, so its code is loaded with the first one.
const WordSheet = part(async () => {
  const [sheet] = await Promise.all([import('./word-sheet.tsx'), needTexts(['faq'])])
  return sheet
})

/** A term that a tap explains. No dotted line, which means an estimate. The target is 44 px even within text. */
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
        {/* The space that keeps the mark at the last word is CSS, so that the term's text stays as it is. */}
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
