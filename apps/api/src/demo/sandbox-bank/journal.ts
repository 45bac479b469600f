import { closeSync, fsyncSync, openSync, readFileSync, truncateSync, writeSync } from 'node:fs'
import { makeFolder } from '../../database/make-folder.ts'
import { codeOf } from '../../database/start-error.ts'

const OWNER_ONLY = 0o600

/** An append-only log, one JSON line per event; what was written survives a crash at any moment. */
export class Journal {
  readonly #file: number
  /** The entries that were there at opening. */
  readonly entries: readonly unknown[]

  /** Opens or creates the log. A last line that was cut off while being written is dropped. */
  constructor(folder: string, path: string) {
    makeFolder(folder)
    const text = readIfThere(path)
    const whole = text.slice(0, text.lastIndexOf('\n') + 1)
    if (whole.length < text.length) truncateSync(path, Buffer.byteLength(whole))
    this.entries = whole
      .split('\n')
      .filter((line) => line !== '')
      .map((line): unknown => JSON.parse(line))
    this.#file = openSync(path, 'a', OWNER_ONLY)
  }

  /** Returns once the entry is on disk. */
  append(entry: unknown): void {
    writeSync(this.#file, `${JSON.stringify(entry)}\n`)
    fsyncSync(this.#file)
  }

  close(): void {
    closeSync(this.#file)
  }
}

function readIfThere(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return ''
    throw error
  }
}
