import type { Word } from '@adtally/contract/words.ts'
import { part } from '@adtally/ui/part.tsx'
import { Suspense } from 'react'
import { needTexts } from '../../lib/texts.ts'

const Definitions = part(async () => {
  const [definitions] = await Promise.all([import('./definitions.tsx'), needTexts(['faq'])])
  return definitions
})

/** The words behind a figure, where a tap has opened it. */
export function Explained({ words }: { words: readonly Word[] }) {
  return (
    <Suspense>
      <Definitions words={words} />
    </Suspense>
  )
}
