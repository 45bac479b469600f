import { Refusal } from '../lib/refusal.ts'

/** The reason of a refusal, or `ok`. Throws any other error. */
export async function reasonOf(work: Promise<unknown>): Promise<string> {
  try {
    await work
    return 'ok'
  } catch (error) {
    if (error instanceof Refusal) return error.reason
    throw error
  }
}

/** The refusal of `work`. Throws any other error, and if `work` succeeds. */
export async function refusalOf(work: Promise<unknown>): Promise<Refusal> {
  const refusal = await work.then(
    () => null,
    (error: unknown) => error,
  )
  if (refusal instanceof Refusal) return refusal
  throw refusal ?? new Error('it was done')
}
