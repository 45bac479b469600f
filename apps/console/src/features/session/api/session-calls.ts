import { ApiError } from '@adtally/client/api-error.ts'
import {
  type OpenStaffCall,
  staffLogin,
  staffLogout,
  staffProof,
  staffSession,
} from '@adtally/contract/operator/statement/session.ts'
import type * as z from 'zod/mini'
import { askSession, isSessionOver } from '../../../lib/office.ts'
import { begin, leave, lock, type Person, session } from '../../../lib/session.ts'

async function ask<Request extends z.ZodMiniObject, Response extends z.ZodMiniType>(
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

const LOOK_EVERY_MS = 60_000

/** Looks whether the session is still there, which does not extend it, and locks the screen if it has ended. */
async function look(): Promise<void> {
  if (session.get().at !== 'here' || document.visibilityState !== 'visible') return
  try {
    begin(await ask(staffSession, {}))
  } catch (error) {
    if (error instanceof ApiError && isSessionOver(error)) lock()
  }
}

/** Looks every minute, and whenever the page comes into sight; returns how to stop. */
export function watchSession(): () => void {
  const again = () => void look()
  const timer = setInterval(again, LOOK_EVERY_MS)
  document.addEventListener('visibilitychange', again)
  return () => {
    clearInterval(timer)
    document.removeEventListener('visibilitychange', again)
  }
}

/** Ends the session. The page forgets all either way; throws `ConnectionError` if the server may not have. */
export async function signOut(): Promise<void> {
  const is_here = session.get().at === 'here'
  leave()
  if (!is_here) return
  await ask(staffLogout, {}).catch((error: unknown) => {
    // It had ended already.
    if (!(error instanceof ApiError)) throw error
  })
}
