import { STAFF_AREAS } from '@adtally/contract/operator/statement/staff-call.ts'
import { STAFF_CALLS } from '@adtally/contract/operator/statement/staff-calls.ts'
import { lazy } from 'react'
import { Navigate, Route, Routes } from 'react-router'
import { DeskActsProvider } from '../features/acts/components/desk-acts.ts'
import type { Person } from '../lib/desk.ts'
import { NotFound, Pages } from './pages.tsx'

const Acts = lazy(() => import('../features/acts/routes/acts.tsx'))
const Act = lazy(() => import('../features/acts/routes/act.tsx'))

const ACTS = { calls: STAFF_CALLS, areas: STAFF_AREAS }

/** The office's page at the address. */
export default function Desk({ person }: { person: Person }) {
  return (
    <DeskActsProvider value={ACTS}>
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
