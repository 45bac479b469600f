import type { Word } from '@adtally/contract/words.ts'
import { part } from '@adtally/ui/part.tsx'
import { Suspense } from 'react'
import { needTexts } from '../../lib/texts.ts'

const Definitions = part(async () => {
  const [definitions] = await Promise.all([import('./definitions.tsx'), needTexts(['faq'])])
  return definitions
})

/** A figure's words, shown when it was tapped. */
export function Explained({ words }: { words: readonly Word[] }) {
  return (
    <Suspense>
      <Definitions words={words} />
    </Suspense>
  )
}
