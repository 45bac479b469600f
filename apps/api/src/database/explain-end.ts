import { DatabaseUnavailable, databaseError } from './database-error.ts'
import { serverWords } from './embedded/server-words.ts'
import { codeOf, messageOf, StartError } from './start-error.ts'

/**
 * Explains an error that ended the program to the operator, with a remedy, if the disk was full (53100) or the
 * connection was lost because the server gave up (`gave_up`, in its words); else the error itself.
 */
export function explainEnd(error: unknown, gave_up: string | null = null): unknown {
  const causes = causesOf(error)
  const full = causes.find((cause) => codeOf(cause) === '53100')
  const is_lost = causes.some((cause) => databaseError(cause) instanceof DatabaseUnavailable)
  const said = full ? messageOf(full) : is_lost ? gave_up : null
  return said === null ? error : new StartError(`PostgreSQL gave up: ${serverWords(said)}.`, { cause: error })
}

function causesOf(error: unknown): unknown[] {
  return error instanceof Error && error.cause !== undefined ? [error, ...causesOf(error.cause)] : [error]
}
