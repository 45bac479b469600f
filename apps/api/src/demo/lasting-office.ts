import { Refusal } from '../lib/refusal.ts'
import type { Office } from './office.ts'

/** Whether the error says that the staff session has ended, as it does after fifteen idle minutes. */
export function isSignedOut(error: unknown): boolean {
  return error instanceof Refusal && error.reason === 'token_expired'
}

/** An office for occasional use as long as the demo runs; opens new sessions when the old ones have ended. */
export class LastingOffice {
  #office: Office
  readonly #open: () => Promise<Office>

  constructor(office: Office, open: () => Promise<Office>) {
    this.#office = office
    this.#open = open
  }

  /** Runs `work`, again from the start if its first step finds the session ended. */
  async run<T>(work: (office: Office) => Promise<T>): Promise<T> {
    try {
      return await work(this.#office)
    } catch (error) {
      if (!isSignedOut(error)) throw error
      this.#office = await this.#open()
      return await work(this.#office)
    }
  }
}
