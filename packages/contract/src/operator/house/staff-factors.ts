import * as z from 'zod/mini'
import { STAFF_ROLES } from '../../enums.ts'
import { count, id, time } from '../../fields.ts'
import { staffCall } from '../statement/staff-call.ts'

/** How many recovery codes somebody gets at once. */
export const STAFF_RECOVERY_CODES = 8

export const listOwnFactors = staffCall({
  name: 'list-own-factors',
  kind: 'read',
  area: 'staff',
  roles: STAFF_ROLES,
  summary: 'What you prove yourself with beside your password',
  request: z.strictObject({}),
  response: z.object({
    authenticator_app: z.boolean(),
    recovery_codes_left: count,
    /** From when you check money again, after a second factor was lost; null where nothing keeps you from it. */
    checks_money_from: z.nullable(time),
    /** All of them: ten at most. */
    items: z.array(
      z.object({
        passkey_id: id,
        name: z.string(),
        added_at: time,
        last_used_at: z.nullable(time),
      }),
    ),
  }),
  refusals: [],
})

export const removeOwnPasskey = staffCall({
  name: 'remove-own-passkey',
  kind: 'act',
  area: 'staff',
  roles: STAFF_ROLES,
  proof: 'fresh',
  summary: 'Remove one of your passkeys; on a live ledger not the last second factor',
  request: z.strictObject({ passkey_id: id }),
  response: z.object({ passkey_id: id }),
  refusals: ['passkey_not_found', 'state_conflict'],
})

export const renewRecoveryCodes = staffCall({
  name: 'renew-recovery-codes',
  kind: 'act',
  area: 'staff',
  roles: STAFF_ROLES,
  proof: 'fresh',
  summary:
    'Get new recovery codes to write down, each good once in the place of a second factor; those before end',
  request: z.strictObject({}),
  response: z.object({ recovery_codes: z.array(z.string()) }),
  refusals: [],
})
