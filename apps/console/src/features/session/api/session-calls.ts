import { ApiError } from '@adtally/client/api-error.ts'
import {
  type OpenStaffCall,
  staffLogin,
  staffLogout,
  staffProof,
  staffSession,
} from '@adtally/contract/operator/session.ts'
import type * as z from 'zod/mini'
import { askSession } from '../../../lib/office.ts'
import { begin, leave, type Person, session } from '../../../lib/session.ts'

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
