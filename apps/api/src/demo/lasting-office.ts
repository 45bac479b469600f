import { Refusal } from '../lib/refusal.ts'
import type { Office } from './office.ts'

/** Whether staff's session has ended: a quarter of an hour without an act is enough. */
export function isSignedOut(error: unknown): boolean {
  return error instanceof Refusal && error.reason === 'token_expired'
}

/** An office that is asked for something now and then, as long as the demo runs; where its people's sessions have ended it opens anew. */
export class LastingOffice {
  #office: Office
  readonly #open: () => Promise<Office>

  constructor(office: Office, open: () => Promise<Office>) {
    this.#office = office
    this.#open = open
  }

  /** Does something that bears being begun again where the first step of it found nobody signed in. */
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
