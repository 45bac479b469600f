import type { InputOf } from '@adtally/contract/call.ts'
import type { register } from '@adtally/contract/identity/registration.ts'
import { Refusal } from '../../../lib/refusal.ts'
import type { Services } from '../../services.ts'
import { requireUncommon } from '../passwords/uncommon-password.ts'
import { requireOwnName } from '../profile/own-name.ts'
import { rememberDevice } from '../sessions/device.ts'
import type { DeviceSession } from '../sign-in/sign-in.ts'
import { type GiveBack, tryFromNetwork } from '../sign-in/sign-in-limits.ts'
import { openAccount, requireUsableCode, type Visitor } from './open-account.ts'

/**
 * Opens an account with a licence code and signs in, in one transaction: of many who use a code at once, one has
 * it. The code is judged before names are, so that only who holds one learns which usernames are taken. Whether the
 * e-mail address is somebody's they don't learn: a letter tells who reads it. Throws what the call's contract lists; `account_not_activated` where the account is open and staff have to activate it.
 */
export async function registerCustomer(
  services: Services,
  form: InputOf<typeof register>,
  visitor: Visitor,
): Promise<DeviceSession> {
  const { identity, settings } = services
  const giveBack = await tryFromNetwork(services, visitor.address)
  // Others are shown the username where there is no nickname.
  requireOwnName(services, form.username, 'username')
  if (form.nickname !== undefined) requireOwnName(services, form.nickname, 'nickname')
  requireUncommon(form.password, [form.username, form.email, settings.brand.name])
  const code = { typed: form.licence_key, field: 'licence_key' } as const
  await requireUsableCode(services, code)
  const password_hash = await identity.hasher.hash(form.password)
  const { username, email, phone } = form
  const account = { username, nickname: form.nickname ?? null, email, phone, password_hash }
  const opening = openAccount(services, code, { ...account, entry: 'register' }, visitor)
  const opened = await givingBack(giveBack, opening)
  const device_token = await services.database.transaction({ kind: 'system' }, (tx) =>
    rememberDevice(tx, opened.customer_id, form.device_token),
  )
  return { ...opened, device_token }
}

/** Takes back the try of whoever opened an account: also of one that waits for its activation. */
export async function givingBack<T>(giveBack: GiveBack, opening: Promise<T>): Promise<T> {
  try {
    const opened = await opening
    await giveBack()
    return opened
  } catch (error) {
    if (error instanceof Refusal && error.reason === 'account_not_activated') await giveBack()
    throw error
  }
}
