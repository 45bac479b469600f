import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'

const MAIN = fileURLToPath(new URL('../../main.ts', import.meta.url))

/** Processes of `npm start` for a test, on ports that the system chooses. */
export class StartedPrograms {
  readonly #data_dir: string
  readonly #started: ChildProcess[] = []

  /** `data_dir`: the default for each start. */
  constructor(data_dir: string) {
    this.#data_dir = data_dir
  }

  /** Starts a program; resolves with its address and output once it is ready. Throws its output if it ends. */
  async start(
    variables: Record<string, string> = {},
  ): Promise<{ child: ChildProcess; url: string; printed: string }> {
    const child = this.#launch(variables)
    let printed = ''
    const errors = child.stderr ? text(child.stderr) : Promise.resolve('')
    for await (const chunk of child.stdout ?? []) {
      printed += chunk
      const url = /^ready (\S+)$/m.exec(printed)?.[1]
      if (url) return { child, url, printed }
    }
    throw new Error(`the program ended: ${await errors}`)
  }

  /** What a program that can't start prints on standard error, and its exit code. */
  async refusal(variables: Record<string, string>): Promise<{ code: number | null; said: string }> {
    const child = this.#launch(variables)
    child.stdout?.resume()
    const [said] = await Promise.all([child.stderr ? text(child.stderr) : '', once(child, 'close')])
    return { code: child.exitCode, said }
  }

  /** Stops all that still run, as Ctrl-C does. */
  async end(): Promise<void> {
    for (const child of this.#started.splice(0)) await endProgram(child, 'SIGINT')
  }

  #launch(variables: Record<string, string>): ChildProcess {
    const child = spawn(process.execPath, [MAIN], {
      env: {
        PATH: process.env.PATH,
        PORT: '0',
        DATA_DIR: this.#data_dir,
        LOG_LEVEL: 'error',
        ...variables,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    this.#started.push(child)
    return child
  }
}

/** Sends a program a signal and waits until it has exited. */
export async function endProgram(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const gone = once(child, 'exit')
  child.kill(signal)
  await gone
}
