import { Refusal } from '../lib/refusal.ts'

/** Why something was refused; `ok` where it was not. Throws what is no refusal. */
export async function reasonOf(work: Promise<unknown>): Promise<string> {
  try {
    await work
    return 'ok'
  } catch (error) {
    if (error instanceof Refusal) return error.reason
    throw error
  }
}

/** How something is refused. Throws what is no refusal, and where it is done. */
export async function refusalOf(work: Promise<unknown>): Promise<Refusal> {
  const refusal = await work.then(
    () => null,
    (error: unknown) => error,
  )
  if (refusal instanceof Refusal) return refusal
  throw refusal ?? new Error('it was done')
}
