import type { DemoFile, Program } from '../support/program.ts'

/** One promise proved in full: `e2e/prove/<name>.gate.ts` exports it as `gate`. */
export interface Gate {
  name: string
  /** Whether its figure depends on the machine's speed: then it gets up to three tries. */
  timing: boolean
  /** It takes minutes: it begins before the others of its kind. */
  long?: true
  /** Part of `npm run prove -- full` alone: it measures, or proves at full length what `npm test` or the drills prove at a tenth. */
  full?: true
  /** Proves it once; a throw counts as not passed, with the error as its figure. */
  run(context: GateContext): Promise<{ passed: boolean; figure: string }>
}

/** What a gate finds ready. */
export interface GateContext {
  /** The repository's root. */
  root: string
  /** The gate's own temporary folder, removed afterwards; PostgreSQL's user can reach it. */
  scratch: string
  /** The path of a Chromium. */
  chromium_path: string
  /** A demo shared by gates that only look at it; gates that change or kill things start their own. */
  sharedDemo(): Promise<Program & { demo: DemoFile }>
  /** A line of progress. */
  note(text: string): void
}
