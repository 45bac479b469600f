import { Card } from '@adtally/ui/card.tsx'
import { type ReactNode, useId } from 'react'

/** A part of the customer's page under its heading. */
export function Section({ title, note, children }: { title: string; note?: string; children: ReactNode }) {
  const id = useId()
  return (
    <Card aria-labelledby={id} className="flex flex-col pb-2">
      <h2 id={id} className="text-16 font-semibold">
        {title}
      </h2>
      {note && <p className="pb-1 text-12 text-muted">{note}</p>}
      {children}
    </Card>
  )
}
