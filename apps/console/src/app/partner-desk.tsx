import { PARTNER_AREAS, type PartnerSide } from '@adtally/contract/partner/statement/partner-call.ts'
import { PARTNER_CALLS } from '@adtally/contract/partner/statement/partner-calls.ts'
import { lazy } from 'react'
import { Navigate, Route, Routes } from 'react-router'
import { type DeskActs, DeskActsProvider } from '../features/acts/components/desk-acts.ts'
import type { Person } from '../lib/desk.ts'
import { NotFound, Pages } from './pages.tsx'

const Acts = lazy(() => import('../features/acts/routes/acts.tsx'))
const Act = lazy(() => import('../features/acts/routes/act.tsx'))

/** The acts of a side; those of the other say whose they are. */
function actsOf(side: string | null): DeskActs {
  const is_own = (sides: readonly PartnerSide[]) => sides.some((one) => one === side)
  const of_others = PARTNER_CALLS.filter(({ sides }) => !is_own(sides))
  return {
    calls: PARTNER_CALLS.filter(({ sides }) => is_own(sides)),
    areas: PARTNER_AREAS,
    of_others: new Map(of_others.map(({ name, sides }) => [name, sides[0] ?? ''])),
  }
}

const BY_SIDE = new Map<string | null, DeskActs>()

/** A partner's page at the address. */
export default function PartnerDesk({ person }: { person: Person }) {
  const acts = BY_SIDE.get(person.side) ?? actsOf(person.side)
  BY_SIDE.set(person.side, acts)
  return (
    <DeskActsProvider value={acts}>
      <Pages>
        <Routes>
          <Route path="/" element={<Navigate to="/acts" replace />} />
          <Route path="/acts" element={<Acts roles={person.roles} />} />
          <Route path="/acts/:name" element={<Act person={person} />} />
          <Route path="*" element={<NotFound />} />
        </Routes>
      </Pages>
    </DeskActsProvider>
  )
}
