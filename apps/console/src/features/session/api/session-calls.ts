import { ApiError } from '@adtally/client/api-error.ts'
import { createStore } from '@adtally/client/store.ts'
import {
  type OpenStaffCall,
  staffLogin,
  staffLogout,
  staffProof,
  staffSession,
} from '@adtally/contract/operator/statement/session.ts'
import type * as z from 'zod/mini'
import { askSession, isSessionOver } from '../../../lib/office.ts'
import { begin, leave, lock, onPersonCame, type Person, session } from '../../../lib/session.ts'

/** A call about the session, by its statement. Throws `ApiError`, `ConnectionError`. */
export async function ask<Request extends z.ZodMiniObject, Response extends z.ZodMiniType>(
  { method, name, response }: OpenStaffCall<Request, Response>,
  input: z.input<Request> & Record<string, unknown>,
): Promise<z.infer<Response>> {
  return await askSession(response, { method, name, input })
}

/** Opens a session. Throws `ApiError`, `ConnectionError`. */
export async function signIn(input: z.input<typeof staffLogin.request>): Promise<Person> {
  const person = await ask(staffLogin, input)
  begin(person)
  return person
}

/** Proves again who is here. Throws `ApiError`, `ConnectionError`. */
export async function prove(input: z.input<typeof staffProof.request>): Promise<void> {
  begin(await ask(staffProof, input))
}

/** Takes whom the browser's cookie names; nobody if it names none, or no reply came. */
export async function askWhoIsHere(): Promise<void> {
  const person = await ask(staffSession, {}).catch(() => null)
  if (person) begin(person)
}

/** A session that is ended elsewhere is to be noticed within seconds; looking costs the server one indexed row. */
const LOOK_EVERY_MS = 5_000

/** Looks whether the session is still there and the same person's, which does not extend it, and locks the screen if not. */
async function look(): Promise<void> {
  if (session.get().at !== 'here' || document.visibilityState !== 'visible') return
  try {
    begin(await ask(staffSession, {}))
  } catch (error) {
    if (error instanceof ApiError && isSessionOver(error)) lock()
  }
}

/** Looks every few seconds, and whenever the page comes into sight; returns how to stop. */
export function watchSession(): () => void {
  const again = () => void look()
  const timer = setInterval(again, LOOK_EVERY_MS)
  document.addEventListener('visibilitychange', again)
  return () => {
    clearInterval(timer)
    document.removeEventListener('visibilitychange', again)
  }
}

/** How far logging out has come: `unreached` means that the server may still have the session. */
export type LoggingOut = 'no' | 'asked' | 'unreached'
export const logging_out = createStore<LoggingOut>('no')
onPersonCame(() => logging_out.set('no'))

/**
 * Ends the session at the server, and only then forgets all that the page has. Where no answer says that it is over, the
 * screen locks and `logging_out` says that it may not be; never throws.
 */
export async function signOut(): Promise<void> {
  if (logging_out.get() === 'asked') return
  logging_out.set('asked')
  try {
    await ask(staffLogout, {})
  } catch (error) {
    // One that has ended already is over, too.
    if (!(error instanceof ApiError && isSessionOver(error))) {
      logging_out.set('unreached')
      lock()
      return
    }
  }
  logging_out.set('no')
  leave()
}
