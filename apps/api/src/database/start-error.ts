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
