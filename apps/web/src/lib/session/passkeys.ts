import { ApiError } from '@adtally/client/api-error.ts'
import { hasPasskeys } from '@adtally/client/passkey-support.ts'
import { factorAsked, type PasskeyAnswer, type PasskeyQuestion } from '@adtally/contract/identity/passkey.ts'
import * as z from 'zod/mini'

/** Whether this browser can answer at this page's address: passkeys are bound to a host name. */
export function canAnswer({ rp_id }: PasskeyQuestion): boolean {
  return hasPasskeys() && rp_id === window.location.hostname
}

/** The second factor that a refusal asks for; null for any other error. */
export function factorAskedBy(error: unknown): z.infer<typeof factorAsked> | null {
  if (!(error instanceof ApiError) || error.reason !== 'second_factor_required') return null
  return z.safeParse(factorAsked, error.data.asks).data ?? null
}

/**
 * Sends a call that may need the second factor; if asked, sends it again with a passkey's answer. Throws
 * `PasskeyUnused`, and whatever the call throws, including the request for a factor if no passkey can answer here.
 */
export async function sendByPasskey<Output>(
  send: (proof: { passkey?: PasskeyAnswer }) => Promise<Output>,
): Promise<Output> {
  try {
    return await send({})
  } catch (error) {
    const question = factorAskedBy(error)?.passkey
    if (!question || !canAnswer(question)) throw error
    const { answerPasskey } = await import('@adtally/client/passkeys.ts')
    return await send({ passkey: await answerPasskey(question) })
  }
}
