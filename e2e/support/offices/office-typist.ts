import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import * as z from 'zod/mini'
import type { Typist } from './command-line-office.ts'

const ENTRY = fileURLToPath(new URL('office-process.ts', import.meta.url))
const printed = z.object({ output: z.nullable(z.string()), error: z.nullable(z.string()) })

/** One command line process for many verbs: a process for each would spend four fifths of its time starting. */
export class OfficeProcess {
  readonly #child: ChildProcess
  readonly #lines: AsyncIterator<string>

  constructor() {
    this.#child = spawn(process.execPath, [ENTRY], { stdio: ['pipe', 'pipe', 'inherit'] })
    if (!this.#child.stdout) throw new Error('the command line has no output')
    this.#lines = createInterface({ input: this.#child.stdout })[Symbol.asyncIterator]()
  }

  /** Runs one verb after another; throws the message of a refusal. */
  readonly type: Typist = async (words, environment) => {
    this.#child.stdin?.write(`${JSON.stringify({ words, environment })}\n`)
    const { value, done } = await this.#lines.next()
    if (done) throw new Error('the command line has ended')
    const { output, error } = printed.parse(JSON.parse(value))
    if (error !== null) throw new Error(error)
    return output ?? 'null'
  }

  async stop(): Promise<void> {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return
    const gone = once(this.#child, 'exit')
    this.#child.stdin?.end()
    await gone
  }
}
