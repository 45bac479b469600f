import * as z from 'zod/mini'
import { publicCall } from '../call.ts'
import { LANGUAGES } from '../enums.ts'
import { because, text } from '../fields.ts'
import { restrictedToken, signedIn } from './identity.ts'

/** The longest entry ticket; a host's usual one has some 600 characters. */
const TICKET_LENGTH_MAX = 4_096

/** A JSON Web Token that a host app signed for its user: valid once, for 60 seconds (docs/hybrid-hosts.md). */
export const entryTicket = z
  .string({ error: because('field_invalid') })
  .check(z.minLength(1, 'field_required'), z.maxLength(TICKET_LENGTH_MAX, 'field_too_long'))

/** Given by `hybridLogin` to a user without an ad account: valid for 30 minutes and one account. */
export const openingTicket = z
  .string({ error: because('field_invalid') })
  .check(z.minLength(1, 'field_required'), z.maxLength(100, 'field_too_long'))

/** Groups may be separated; letters in either case. */
const authorizationCode = text(64)

const TICKET_REFUSALS = ['ticket_invalid', 'ticket_expired', 'ticket_used'] as const
const OPENING_REFUSALS = [
  'authorization_code_not_found',
  'authorization_code_used',
  'authorization_code_expired',
  'person_has_account',
  'email_taken',
  'account_not_activated',
] as const

export const hybridLogin = publicCall('POST /auth/login', {
  name: 'hybridLogin',
  summary:
    "Trade a host app's entry ticket for a token; without an ad account yet code 401 with `opening_ticket` in `data` (PRODUCT §7)",
  request: z.strictObject({ ticket: entryTicket }),
  response: signedIn,
  refusals: [
    ...TICKET_REFUSALS,
    'ad_account_missing',
    'account_not_activated',
    'account_disabled',
    'account_cancelled',
  ],
  refusal_data: z.strictObject({
    /** With `ad_account_missing`, for use with `openStore`. */
    opening_ticket: z.optional(openingTicket),
    restricted_token: restrictedToken,
  }),
})

export const hybridRegister = publicCall('POST /auth/register', {
  name: 'hybridRegister',
  summary:
    'Open an ad account by an entry ticket and the authorization code that the host app has asked its user for; signs in',
  request: z.strictObject({ ticket: entryTicket, authorization_code: authorizationCode }),
  response: signedIn,
  refusals: [...TICKET_REFUSALS, ...OPENING_REFUSALS],
})

/** The rules shared by welcome page and server. */
export const opening = z.strictObject({
  opening_ticket: openingTicket,
  authorization_code: authorizationCode,
})

export const openStore = publicCall('POST /opening_store', {
  name: 'openStore',
  summary: 'Open an ad account with an authorization code and an opening ticket; signs in',
  request: opening,
  response: signedIn,
  refusals: ['opening_ticket_invalid', ...OPENING_REFUSALS],
})

export const visitorLanguage = publicCall('GET /auth/v2/lang', {
  name: 'visitorLanguage',
  summary: "The visitor's language: Accept-Language against `client_language_map`, `en` where none fits",
  request: z.strictObject({}),
  response: z.object({ lang: z.enum(LANGUAGES) }),
  refusals: [],
})
