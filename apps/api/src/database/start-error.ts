/**
 * Why the program can't start or continue, in one sentence for the operator. `main.ts` prints it without a stack
 * trace, and exits with code 1.
 */
export class StartError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'StartError'
  }
}

/** The data folder is unusable because of `error`; includes the remedy. */
export function dataFolderError(data_dir: string, error: unknown): StartError {
  const remedy = REMEDIES.get(codeOf(error) ?? '') ?? 'set DATA_DIR to a folder that this user can write to'
  return new StartError(`The data folder ${data_dir} can't be used: ${messageOf(error)}; ${remedy}.`)
}

const MORE_ROOM = 'free some space on its disk, or set DATA_DIR to a folder on one that has more'
const REMEDIES = new Map([
  ['ENOSPC', MORE_ROOM],
  ['EDQUOT', MORE_ROOM],
])

/** An error's message or, if it is empty (for example after several tries to connect), its code or name. */
export function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return error.message || (codeOf(error) ?? error.name)
}

/** A system or PostgreSQL error's `code`, such as `EADDRINUSE` or `23505`; undefined for anything else. */
export function codeOf(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error)) return undefined
  return typeof error.code === 'string' ? error.code : undefined
}
