import type { Word as WordName } from '@adtally/contract/words.ts'
import type { ReactNode } from 'react'
import { Word } from './word.tsx'

export interface Fact {
  label: string
  /** What a tap on the label explains. */
  word?: WordName
  value: ReactNode
  note?: ReactNode
}

/**
 * Labels on the left, values on the right: what is agreed to before money moves, or what happened after. A label gives way
 * down to some fourteen letters; a value that still has no room stands whole below it.
 */
export function FactList({ facts }: { facts: readonly Fact[] }) {
  return (
    <dl className="flex flex-col divide-y divide-line">
      {facts.map(({ label, word, value, note }) => (
        <div key={label} className="flex flex-wrap items-baseline gap-x-4 py-2.5">
          <dt className="flex-[1_1_8rem] text-14 text-muted">
            {word ? <Word of={word}>{label}</Word> : label}
          </dt>
          <dd className="ml-auto text-right text-16 break-keep">{value}</dd>
          {note && <dd className="basis-full text-right text-12 text-muted">{note}</dd>}
        </div>
      ))}
    </dl>
  )
}
