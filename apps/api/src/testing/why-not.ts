import { StartError } from '../database/start-error.ts'

/** What a start error says of why `work` was not done; `done` where it was, and `unexpected: …` for any other error. */
export function whyNot(work: Promise<unknown>): Promise<string> {
  return work.then(
    () => 'done',
    (error: unknown) => (error instanceof StartError ? error.message : `unexpected: ${String(error)}`),
  )
}
