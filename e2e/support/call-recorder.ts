import { CALLS } from '@adtally/contract/calls.ts'
import type { BrowserContext, Response } from '@playwright/test'
import * as z from 'zod/mini'

const BASE_PATH = '/facebook-business'
const SUCCESS = 200
const envelope = z.object({ code: z.number() })

/** The test that makes a call: its file in `e2e`, and its title. */
export interface Maker {
  file: string
  title: string
}

/** The calls that a test is listed with. */
export function callsOf(calls: Readonly<Record<string, Maker>>, file: string, title: string): string[] {
  return Object.entries(calls)
    .filter(([, maker]) => maker.file === file && maker.title === title)
    .map(([call]) => call)
}

/** Records which calls of the contract a browser's pages made successfully. */
export class CallRecorder {
  readonly #made = new Set<string>()
  readonly #reading: Promise<void>[] = []

  /** Listens to every page of the context, later ones included. */
  listen(context: BrowserContext): void {
    context.on('response', (response) => this.#note(response))
  }

  /** The names of the calls made so far. */
  async made(): Promise<ReadonlySet<string>> {
    await Promise.all(this.#reading)
    return this.#made
  }

  #note(response: Response): void {
    const { pathname } = new URL(response.url())
    const method = response.request().method()
    const call = CALLS.find((each) => BASE_PATH + each.path === pathname && each.method === method)
    // Read each call's answer only until it has succeeded once, since some come each second.
    if (!call || this.#made.has(call.name) || response.status() !== SUCCESS) return
    if (call.answers_file === undefined) this.#reading.push(this.#read(call.name, response))
    // A refusal comes as a JSON envelope instead.
    else if (response.headers()['content-type'] === call.answers_file) this.#made.add(call.name)
  }

  async #read(name: string, response: Response): Promise<void> {
    try {
      if (z.parse(envelope, await response.json()).code === SUCCESS) this.#made.add(name)
    } catch {
      // The page closed before its answer could be read: another answer will count.
    }
  }
}
