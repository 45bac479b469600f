import type { DemoFile, Program } from '../support/program.ts'

/** A promise proved in full; `e2e/prove/<name>.gate.ts` exports it as `gate`. */
export interface Gate {
  name: string
  /** Whether its figure depends on the machine's speed; it then gets up to three tries. */
  timing: boolean
  /** Measures what an older demo doesn't change: takes that of the gate before, if it is of its kind. */
  keeps_demo?: true
  /** Takes minutes, so it starts before the others of its kind. */
  long?: true
  /** Only in `npm run prove -- full`: a measurement, or the full length of what others prove at a tenth. */
  full?: true
  /** Proves it once; an exception counts as not passed, with the error as its figure. */
  run(context: GateContext): Promise<{ passed: boolean; figure: string }>
}

/** What a gate gets. */
export interface GateContext {
  /** The repository's root. */
  root: string
  /** The gate's temporary folder, removed afterwards and readable by PostgreSQL's user. */
  scratch: string
  /** A folder of the whole run, for what gates hand on to each other; removed when the run ends. */
  handed_on: string
  chromium_path: string
  /** A demo shared by gates that only read; gates that change or kill things start their own. */
  sharedDemo(): Promise<Program & { demo: DemoFile }>
  /** Prints progress. */
  note(text: string): void
}
