import type { Staff } from '../../module.ts'
import type { Services } from '../../services.ts'
import { firstCode, hashActivationCode } from '../sign-in/credentials.ts'

/** What is asked about somebody who sets a password next: the first half of their activation code is printed, its hash kept. */
export function askWithCode<Payload extends { username: string }>(
  { settings }: Services,
  { maker, action }: { maker: Staff; action: string },
  payload: Payload,
  reason: string,
) {
  const first_code = firstCode(settings.secret, action, maker)
  return {
    subject: { kind: 'staff', id: payload.username },
    payload: { ...payload, first_code_hash: hashActivationCode(first_code) },
    reason,
    answer: { first_code },
  }
}
