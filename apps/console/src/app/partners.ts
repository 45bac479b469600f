import {
  PARTNER_HEADER,
  PARTNER_HEADER_VALUE,
  PARTNER_PERSON_HEADER,
  partnerActivate,
  partnerLogin,
  partnerLogout,
  partnerProof,
  partnerSession,
} from '@adtally/contract/partner/statement/session.ts'
import { loadPartnerMessages } from '@adtally/i18n/load-partner-messages.ts'
import { lazy } from 'react'
import * as z from 'zod/mini'
import type { Desk, Person } from '../lib/desk.ts'
import { metaOf } from '../lib/page-settings.ts'

/** The page of advertisers' and publishers' people. */
export const PARTNERS: Desk = {
  id: 'partners',
  // The server writes it into the page (`PARTNER_PATH`).
  path: metaOf('partner-path') || '/partner',
  headers: { page: { name: PARTNER_HEADER, value: PARTNER_HEADER_VALUE }, person: PARTNER_PERSON_HEADER },
  session: {
    login: partnerLogin,
    logout: partnerLogout,
    show: partnerSession,
    proof: partnerProof,
    activate: partnerActivate,
  },
  person: z.pipe(
    partnerSession.response,
    z.transform(
      ({ person_id, email, role, side, party_name }): Person => ({
        person_id,
        name: email,
        roles: [role],
        side,
        party: party_name,
      }),
    ),
  ),
  named_by: 'email',
  loadTexts: loadPartnerMessages,
  Pages: lazy(() => import('./partner-desk.tsx')),
}
