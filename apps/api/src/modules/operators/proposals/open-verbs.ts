import { text } from '@adtally/contract/fields.ts'
import { displayName } from '@adtally/contract/operator/house/staff.ts'
import { newStaffPassword, staffUsername } from '@adtally/contract/operator/statement/fields.ts'
import type { MayRest } from '@adtally/contract/operator/statement/staff-call.ts'
import * as z from 'zod/mini'
import { parseInput } from '../../../lib/parse-input.ts'
import type { Services } from '../../services.ts'
import { loginVerb, logoutVerb } from '../sign-in/session-verbs.ts'
import { activateStaff } from '../staff/activate-staff.ts'
import { type Founder, initialiseStaff } from '../staff/initialise-staff.ts'

/** A verb for people who are not on the staff yet or not signed in. */
export interface OpenVerb {
  name: string
  summary: string
  request: z.ZodMiniObject
  /** Whether it works while the program is stopped: a live one does not start before it has staff. */
  may_rest: MayRest
  /** Parses `flags` by `request`, then acts. Throws `Refusal`. */
  run(services: Services, flags: unknown): Promise<unknown>
}

const initInput = z.strictObject({
  first_username: staffUsername,
  first_display_name: z.optional(displayName),
  first_password: newStaffPassword,
  second_username: staffUsername,
  second_display_name: z.optional(displayName),
  second_password: newStaffPassword,
  second_factors: z.optional(z.boolean()),
})

const initVerb: OpenVerb = {
  name: 'init',
  summary:
    'Make the first two members of staff, both admins, who add the rest; while there are none. Passwords better by OPERATOR_FIRST_PASSWORD and OPERATOR_SECOND_PASSWORD',
  request: initInput,
  may_rest: 'ever',
  run: (services, flags) => {
    const input = parseInput(initInput, flags)
    const second_factor = input.second_factors ?? false
    const first: Founder = {
      username: input.first_username,
      display_name: input.first_display_name ?? input.first_username,
      password: input.first_password,
      second_factor,
    }
    const second: Founder = {
      username: input.second_username,
      display_name: input.second_display_name ?? input.second_username,
      password: input.second_password,
      second_factor,
    }
    return initialiseStaff(services, [first, second])
  },
}

const activateInput = z.strictObject({
  username: staffUsername,
  first_code: text(64),
  second_code: text(64),
  new_password: newStaffPassword,
  second_factor: z.optional(z.boolean()),
})

const activateVerb: OpenVerb = {
  name: 'activate-staff',
  summary: 'Set your password as somebody new, with the halves of the code that maker and checker gave you',
  request: activateInput,
  may_rest: 'ever',
  run: (services, flags) => activateStaff(services, parseInput(activateInput, flags)),
}

export const OPEN_VERBS: readonly OpenVerb[] = [initVerb, activateVerb, loginVerb, logoutVerb]
