import type { InputOf } from '@adtally/contract/call.ts'
import type { register } from '@adtally/contract/identity.ts'
import { Refusal } from '../refusal.ts'
import type { Services } from '../services.ts'
import { isCommonPassword } from './common-password.ts'
import { type OpenedSession, openAccount, requireUsableCode, type Visitor } from './open-account.ts'
import type { GiveBack } from './sign-in-limits.ts'

/**
 * Opens an account with a licence code and signs in, in one transaction: of many who use a code at once, one has
 * it. The code is judged before names are, so that only who holds one learns which are taken. Throws what the
 * call's contract lists; `account_not_activated` where the account is open and staff have to activate it.
 */
export async function registerCustomer(
  services: Services,
  form: InputOf<typeof register>,
  visitor: Visitor,
): Promise<OpenedSession> {
  const { identity, clock, settings } = services
  const giveBack = identity.limits.takeAddress(visitor.address, clock.now_ms())
  if (isCommonPassword(form.password, [form.username, form.email, settings.brand.name])) {
    throw new Refusal('password_too_common', { field: 'password' })
  }
  const code = { typed: form.licence_key, field: 'licence_key' } as const
  await requireUsableCode(services, code)
  const password_hash = await identity.hasher.hash(form.password)
  const { username, email, phone } = form
  const account = { username, nickname: form.nickname ?? null, email, phone, password_hash }
  return await givingBack(giveBack, openAccount(services, code, { ...account, entry: 'register' }, visitor))
}

/** Takes back the try of whoever opened an account: also of one that waits for its activation. */
export async function givingBack<T>(giveBack: GiveBack, opening: Promise<T>): Promise<T> {
  try {
    const opened = await opening
    giveBack()
    return opened
  } catch (error) {
    if (error instanceof Refusal && error.reason === 'account_not_activated') giveBack()
    throw error
  }
}
