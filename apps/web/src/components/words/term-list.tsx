import type { Word as WordName } from '@adtally/contract/words.ts'
import type { ReactNode } from 'react'
import { Word } from './word.tsx'

export interface Term {
  label: string
  /** The word that a tap on the label explains. */
  word?: WordName
  value: ReactNode
  /** A full-width note on the value. */
  note?: string
}

/**
 * Labels and values, each with an optional note: terms, facts or a calculation. A label shrinks to about fourteen
 * letters; a value that still does not fit moves below it.
 */
export function TermList({ terms }: { terms: readonly Term[] }) {
  return (
    <dl className="flex flex-col divide-y divide-line">
      {terms.map(({ label, word, value, note }) => (
        <div key={label} className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-0.5 py-2.5">
          <dt className="max-w-full flex-[1_1_8rem] text-14 wrap-break-word break-keep text-muted">
            {word ? <Word of={word}>{label}</Word> : label}
          </dt>
          <dd className="ml-auto break-keep text-right text-16">{value}</dd>
          {note && <dd className="w-full text-12 text-muted">{note}</dd>}
        </div>
      ))}
    </dl>
  )
}
