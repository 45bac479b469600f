import { claim, listClaims, releaseClaim } from '@adtally/contract/operator/house/claims.ts'
import { STAFF_AREAS } from '@adtally/contract/operator/statement/staff-call.ts'
import { STAFF_CALLS } from '@adtally/contract/operator/statement/staff-calls.ts'
import { lazy } from 'react'
import { Navigate, Route, Routes } from 'react-router'
import { type DeskActs, DeskActsProvider } from '../features/acts/components/desk-acts.ts'
import { givenBefore } from '../features/approvals/api/approval-calls.ts'
import type { Person } from '../lib/desk.ts'
import { NotFound, Pages } from './pages.tsx'

const Acts = lazy(() => import('../features/acts/routes/acts.tsx'))
const OwnSignIn = lazy(() => import('../features/session/routes/own-sign-in.tsx'))
const Act = lazy(() => import('../features/acts/routes/act.tsx'))
const Approvals = lazy(() => import('../features/approvals/routes/approvals.tsx'))
const Approval = lazy(() => import('../features/approvals/routes/approval.tsx'))

const ACTS: DeskActs = {
  calls: STAFF_CALLS,
  areas: STAFF_AREAS,
  work: { claim, release: releaseClaim, list: listClaims },
  givenBefore,
}

/** The office's page at the address. */
export default function Desk({ person }: { person: Person }) {
  return (
    <DeskActsProvider value={ACTS}>
      <Pages>
        <Routes>
          <Route path="/" element={<Navigate to="/acts" replace />} />
          <Route path="/acts" element={<Acts roles={person.roles} />} />
          <Route path="/acts/:name" element={<Act person={person} />} />
          <Route path="/approvals" element={<Approvals />} />
          <Route path="/approvals/:proposal_id" element={<Approval />} />
          <Route path="/own-sign-in" element={<OwnSignIn person={person} />} />
          <Route path="*" element={<NotFound />} />
        </Routes>
      </Pages>
    </DeskActsProvider>
  )
}
