import { DatabaseUnavailable, databaseError } from './database-error.ts'
import { serverWords } from './embedded/server-words.ts'
import { codeOf, messageOf, StartError } from './start-error.ts'

/**
 * What to tell whoever runs the program of an error that ended it: a sentence with what helps where a statement found no room
 * on the disk (53100), or a connection was lost because the server `gave_up`, in its words; else the error itself.
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
