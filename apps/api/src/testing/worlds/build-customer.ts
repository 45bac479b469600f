import { createHash, randomBytes } from 'node:crypto'
import type { Language } from '@adtally/contract/enums.ts'
import { registration } from '@adtally/contract/identity/registration.ts'
import { parseInput } from '../../lib/parse-input.ts'
import {
  type CodeRequest,
  type IssuedCode,
  issueCode,
  registerCustomer,
} from '../../modules/identity/index.ts'
import type { Services } from '../../modules/services.ts'
import { buildStaff } from './build-staff.ts'

/** Options of a test's customer; the rest is generated and unique. */
export interface CustomerWishes {
  username?: string
  password?: string
  email?: string
  person_name?: string
  language?: Language
  time_zone?: string
}

export interface BuiltCustomer {
  customer_id: string
  token: string
  username: string
  password: string
}

let made = 0

/** The wire form of a transaction password: MD5 of its six digits (PRODUCT §7). */
export function transactionPasswordDigest(digits: string): string {
  return createHash('md5').update(digits).digest('hex')
}

/** A customer in a new session, who may set a transaction password. */
export function justSignedIn({ clock }: Services, customer_id: string) {
  return { customer_id, session_began_at: clock.now() }
}

/** A code that staff issued for a new person. */
export async function buildCode(services: Services, wishes: Partial<CodeRequest> = {}): Promise<IssuedCode> {
  const { maker } = await buildStaff(services)
  return await issueCode(services, maker, {
    person_name: `Person ${randomBytes(4).toString('hex')}`,
    document_hash: randomBytes(32).toString('hex'),
    policy_label: 'standard',
    expires_in_days: 14,
    activation: 'at_once',
    ...wishes,
  })
}

/** A registration form, valid once the caller supplies the `licence_key`. */
export function registrationForm(licence_key: string, wishes: CustomerWishes = {}) {
  made += 1
  const username = wishes.username ?? `customer-${made}-${randomBytes(3).toString('hex')}`
  const password = wishes.password ?? 'quiet river stones'
  return {
    username,
    nickname: 'Robin',
    password,
    confirm_password: password,
    email: wishes.email ?? `${username}@example.com`,
    phone: '+66812345678',
    licence_key,
  }
}

/** A customer made as real ones are: staff issue a code for a verified person, who registers with it. */
export async function buildCustomer(services: Services, wishes: CustomerWishes = {}): Promise<BuiltCustomer> {
  const { person_name, language = 'en', time_zone = 'UTC' } = wishes
  const { licence_code } = await buildCode(services, person_name === undefined ? {} : { person_name })
  const form = registrationForm(licence_code, wishes)
  const { customer_id, token } = await registerCustomer(services, parseInput(registration, form), {
    address: '192.0.2.1',
    user_agent: undefined,
    language,
    time_zone,
  })
  return { customer_id, token, username: form.username, password: form.password }
}
