import { id, text } from '@adtally/contract/fields.ts'
import { partnerEmail, totpCode } from '@adtally/contract/partner/fields.ts'
import { PARTNER_ROLES, PARTNER_SIDES } from '@adtally/contract/partner/statement/partner-call.ts'
import { loadPartnerMessages } from '@adtally/i18n/load-partner-messages.ts'
import { lazy } from 'react'
import * as z from 'zod/mini'
import type { Desk, Person } from '../lib/desk.ts'
import { metaOf } from '../lib/page-settings.ts'

const shown = z.object({
  person_id: id,
  email: z.string(),
  role: z.enum(PARTNER_ROLES),
  side: z.enum(PARTNER_SIDES),
  party_name: z.string(),
})
const call = { method: 'POST', response: shown } as const

/** The page of advertisers' and publishers' people. */
export const PARTNERS: Desk = {
  id: 'partners',
  path: metaOf('partner-path') || '/partner',
  headers: { page: { name: 'x-partner-call', value: '1' }, person: 'x-partner-person' },
  session: {
    login: {
      ...call,
      name: 'login',
      request: z.strictObject({ email: partnerEmail, password: text(200), totp: z.optional(totpCode) }),
    },
    logout: { ...call, name: 'logout', request: z.strictObject({}), response: z.object({}) },
    show: { ...call, method: 'GET', name: 'session', request: z.strictObject({}) },
    proof: {
      ...call,
      name: 'proof',
      request: z.strictObject({ password: z.optional(text(200)), totp: z.optional(totpCode) }),
    },
  },
  person: z.pipe(
    shown,
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
