import { CALLS, SANDBOX_CALLS } from '@adtally/contract/calls.ts'
import type { BrowserContext, Response } from '@playwright/test'
import * as z from 'zod/mini'

const BASE_PATH = '/facebook-business'
const SUCCESS = 200
const envelope = z.object({ code: z.number() })

/** Which test makes a call: the file in `e2e`, and the test's title. */
export interface Maker {
  file: string
  title: string
}

/** The calls that a test is said to make. */
export function callsOf(calls: Readonly<Record<string, Maker>>, file: string, title: string): string[] {
  return Object.entries(calls)
    .filter(([, maker]) => maker.file === file && maker.title === title)
    .map(([call]) => call)
}

/** Notes which calls of the contract the pages of a browser made with success; a refusal does not count. */
export class CallRecorder {
  readonly #made = new Set<string>()
  readonly #reading: Promise<void>[] = []

  /** Listens to every page of the context, those opened later included. */
  listen(context: BrowserContext): void {
    context.on('response', (response) => this.#note(response))
  }

  /** The names of the calls made up to now. */
  async made(): Promise<ReadonlySet<string>> {
    await Promise.all(this.#reading)
    return this.#made
  }

  #note(response: Response): void {
    const { pathname } = new URL(response.url())
    const method = response.request().method()
    const call = [...CALLS, ...SANDBOX_CALLS].find(
      (each) => BASE_PATH + each.path === pathname && each.method === method,
    )
    // Once is enough: what is asked each second is not read each second.
    if (!call || this.#made.has(call.name) || response.status() !== SUCCESS) return
    if (call.answers_file === undefined) this.#reading.push(this.#read(call.name, response))
    // A refusal stays in the envelope, and is JSON.
    else if (response.headers()['content-type'] === call.answers_file) this.#made.add(call.name)
  }

  async #read(name: string, response: Response): Promise<void> {
    try {
      if (z.parse(envelope, await response.json()).code === SUCCESS) this.#made.add(name)
    } catch {
      // The page went before its answer could be read: another one counts.
    }
  }
}
