import {
  OFFICE_HEADER,
  OFFICE_HEADER_VALUE,
  OFFICE_PERSON_HEADER,
  staffActivation,
  staffLogin,
  staffLogout,
  staffProof,
  staffSession,
} from '@adtally/contract/operator/statement/session.ts'
import { loadConsoleMessages } from '@adtally/i18n/load-console-messages.ts'
import { lazy } from 'react'
import * as z from 'zod/mini'
import type { Desk, Person } from '../lib/desk.ts'
import { metaOf } from '../lib/page-settings.ts'

const passkeyCalls = () => import('../features/session/api/passkey-calls.ts')

/** The office's page, for staff. */
export const OFFICE: Desk = {
  id: 'office',
  // The server writes it into the page (`OPERATOR_PATH`).
  path: metaOf('operator-path') || '/operator',
  headers: { page: { name: OFFICE_HEADER, value: OFFICE_HEADER_VALUE }, person: OFFICE_PERSON_HEADER },
  session: {
    login: staffLogin,
    logout: staffLogout,
    show: staffSession,
    proof: staffProof,
    activate: staffActivation,
  },
  // Loaded when somebody asks for a passkey: signing in by password does not wait for it.
  passkeys: {
    signIn: async () => (await passkeyCalls()).signInByPasskey(),
    prove: async () => (await passkeyCalls()).proveByPasskey(),
  },
  person: z.pipe(
    staffSession.response,
    z.transform(
      ({ staff_id, username, roles }): Person => ({
        person_id: staff_id,
        name: username,
        roles,
        side: null,
        party: null,
      }),
    ),
  ),
  named_by: 'username',
  loadTexts: loadConsoleMessages,
  Pages: lazy(() => import('./desk.tsx')),
}
