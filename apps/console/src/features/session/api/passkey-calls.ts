import { answerPasskey, makePasskey } from '@adtally/client/passkeys.ts'
import {
  staffLoginQuestion,
  staffPasskeyAdding,
  staffPasskeyLogin,
  staffPasskeyMaking,
  staffProof,
  staffProofQuestion,
} from '@adtally/contract/operator/statement/session.ts'
import { askOffice } from '../../../lib/office.ts'
import { begin } from '../../../lib/session.ts'
import { ask, askPerson } from './session-calls.ts'

/** Opens a session by whichever passkey its person chooses. Throws `PasskeyUnused`, `ApiError`, `ConnectionError`. */
export async function signInByPasskey(): Promise<void> {
  const passkey = await answerPasskey(await ask(staffLoginQuestion, {}, staffLoginQuestion.response))
  begin(await askPerson(staffPasskeyLogin, { passkey }))
}

/** Proves by a passkey again who is here. Throws as `signInByPasskey` does. */
export async function proveByPasskey(): Promise<void> {
  const passkey = await answerPasskey(await ask(staffProofQuestion, {}, staffProofQuestion.response))
  begin(await askPerson(staffProof, { passkey }))
}

/**
 * Makes a passkey and has the office keep it under a name; asks for a fresh proof where there is none. Throws as
 * `signInByPasskey` does.
 */
export async function addPasskey(name: string): Promise<void> {
  const { method, response } = staffPasskeyMaking
  const making = await askOffice(response, { method, name: staffPasskeyMaking.name })
  // Its person signs in by it without a name, so the device has to keep it.
  const made = await makePasskey(making, 'required')
  await askOffice(staffPasskeyAdding.response, {
    method: staffPasskeyAdding.method,
    name: staffPasskeyAdding.name,
    input: { name, made },
  })
}
