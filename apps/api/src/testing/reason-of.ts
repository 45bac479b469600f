import { Refusal } from '../modules/refusal.ts'

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
