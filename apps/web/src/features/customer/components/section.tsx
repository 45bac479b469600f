import type { ReactNode } from 'react'
import { TitledCard } from '../../../components/titled.tsx'

/** A section of the customer's page with its heading. */
export function Section({ title, note, children }: { title: string; note?: string; children: ReactNode }) {
  return (
    <TitledCard title={title} className="flex flex-col pb-2">
      {note && <p className="pb-1 text-12 text-muted">{note}</p>}
      {children}
    </TitledCard>
  )
}
