/**
 * Why the program can't start or go on, in one clear sentence for whoever runs it. `main.ts` prints it alone, with
 * no stack trace, and exits with code 1.
 */
export class StartError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'StartError'
  }
}

/** The data folder can't be used for `error`'s reason, with what to do about it. */
export function dataFolderError(data_dir: string, error: unknown): StartError {
  const remedy = REMEDIES.get(codeOf(error) ?? '') ?? 'set DATA_DIR to a folder that this user can write to'
  return new StartError(`The data folder ${data_dir} can't be used: ${messageOf(error)}; ${remedy}.`)
}

const MORE_ROOM = 'free some space on its disk, or set DATA_DIR to a folder on one that has more'
const REMEDIES = new Map([
  ['ENOSPC', MORE_ROOM],
  ['EDQUOT', MORE_ROOM],
])

/** The message of anything thrown; where it has none (several tries to connect, say), its code or name. */
export function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return error.message || (codeOf(error) ?? error.name)
}

/** The `code` of a system or PostgreSQL error, such as `EADDRINUSE` or `23505`; undefined for anything else. */
export function codeOf(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error)) return undefined
  return typeof error.code === 'string' ? error.code : undefined
}
