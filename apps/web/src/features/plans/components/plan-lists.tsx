import { useFormatters } from '@adtally/i18n/use-formatters.ts'
import { useMessages } from '@adtally/i18n/use-messages.ts'
import { Card } from '@adtally/ui/card.tsx'
import { ListRow } from '@adtally/ui/list-row.tsx'
import { part } from '@adtally/ui/part.tsx'
import { Suspense } from 'react'
import type { Plan } from '../api/plans.ts'

const DaysSheet = part(() => import('./days-sheet.tsx'))
const ConversionsSheet = part(() => import('./plan/conversions-sheet.tsx'))
const InvalidSheet = part(() => import('./plan/invalid-sheet.tsx'))
const CorrectionsSheet = part(() => import('./plan/corrections-sheet.tsx'))
const EntriesSheet = part(() => import('./plan/entries-sheet.tsx'))

const SHEETS = {
  days: DaysSheet,
  conversions: ConversionsSheet,
  invalid: InvalidSheet,
  corrections: CorrectionsSheet,
  entries: EntriesSheet,
} as const

export type PlanSheet = keyof typeof SHEETS

interface PlanListsProps {
  plan: Plan
  open: PlanSheet | null
  onOpen: (sheet: PlanSheet | null) => void
}

/** Opens conversions, invalid traffic and ledger entries, each in a sheet. */
export function PlanLists({ plan, open, onOpen }: PlanListsProps) {
  const t = useMessages('plan')
  const words = useMessages('planResult')
  const { number } = useFormatters()
  const Opened = open && SHEETS[open]
  const rows = [
    { sheet: 'days', detail: undefined },
    { sheet: 'conversions', detail: number(plan.figures.conversions) },
    { sheet: 'invalid', detail: number(plan.figures.invalid_events) },
    { sheet: 'corrections', detail: undefined },
    { sheet: 'entries', detail: undefined },
  ] as const
  return (
    <Card className="py-1">
      <ul className="divide-y divide-line">
        {rows.map(({ sheet, detail }) => (
          <li key={sheet}>
            <ListRow
              title={sheet === 'days' ? words('days.title') : t(`lists.${sheet}`)}
              trailing={detail && <span className="text-14 text-muted">{detail}</span>}
              sheet
              onClick={() => onOpen(sheet)}
            />
          </li>
        ))}
      </ul>
      {Opened && (
        <Suspense>
          <Opened plan_id={plan.plan_id} onClose={() => onOpen(null)} />
        </Suspense>
      )}
    </Card>
  )
}
