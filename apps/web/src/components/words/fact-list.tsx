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

/** Labels on the left, values on the right: what is agreed to before money moves, or what happened after. */
export function FactList({ facts }: { facts: readonly Fact[] }) {
  return (
    <dl className="flex flex-col divide-y divide-line">
      {facts.map(({ label, word, value, note }) => (
        <div
          key={label}
          className="grid grid-cols-[minmax(min-content,auto)_1fr] items-baseline gap-x-4 py-2.5"
        >
          <dt className="text-14 text-muted">{word ? <Word of={word}>{label}</Word> : label}</dt>
          <dd className="text-right text-16">
            <span className="break-keep">{value}</span>
            {note && <span className="block text-12 text-muted">{note}</span>}
          </dd>
        </div>
      ))}
    </dl>
  )
}
