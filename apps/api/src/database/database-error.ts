import { codeOf, messageOf } from './start-error.ts'

/** PostgreSQL could not be reached or closed the connection; a retry may succeed. */
export class DatabaseUnavailable extends Error {
  constructor(cause: unknown) {
    super(`The database is not available: ${messageOf(cause)}`, { cause })
    this.name = 'DatabaseUnavailable'
  }
}

const NETWORK_CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOENT',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ERR_STREAM_DESTROYED',
])
const LOST_MESSAGE =
  /^(Connection terminated|Client has encountered a connection error|timeout expired|timeout exceeded when trying to connect|Client was closed)/

/** `DatabaseUnavailable` if the connection failed, else the error itself. */
export function databaseError(error: unknown): unknown {
  const code = codeOf(error) ?? ''
  // 08: connection; 57P01–57P03: shut down, crashed, starting; 53300: too many connections.
  const lost =
    NETWORK_CODES.has(code) || /^(08|57P0[1-3]|53300)/.test(code) || LOST_MESSAGE.test(messageOf(error))
  return lost ? new DatabaseUnavailable(error) : error
}
