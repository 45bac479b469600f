import { DatabaseError } from 'pg'
import { type DestinationStream, type Logger, pino } from 'pino'
import { currentRequestId } from '../lib/request-context.ts'
import type { Settings } from '../settings.ts'

/** Values under these names are never logged, at any depth (SECURITY: "never reach a log"). */
const SECRET_NAMES = [
  'password',
  'token',
  'secret',
  'authorization',
  'body',
  'headers',
  'values',
  'parameters',
  'dsn',
]
const SECRET_PATHS = SECRET_NAMES.flatMap((name) => [name, `*.${name}`, `*.*.${name}`])

/**
 * The program's log: JSON lines on standard error, each with the id of the request in progress. Errors go through an
 * allowlist that drops data quoted by PostgreSQL.
 */
export function createLog(
  settings: Pick<Settings, 'log_level'>,
  destination: DestinationStream = pino.destination(2),
): Logger {
  return pino(
    {
      level: settings.log_level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      redact: { paths: SECRET_PATHS, remove: true },
      serializers: { err: describeError },
      mixin: requestInHand,
    },
    destination,
  )
}

function requestInHand(): { request_id?: string } {
  const request_id = currentRequestId()
  return request_id === null ? {} : { request_id }
}

function describeError(error: unknown): unknown {
  if (!(error instanceof Error)) return { message: typeof error }
  const { name, stack, cause } = error
  const described = {
    name,
    stack: withoutQuotes(error, stack ?? ''),
    ...(cause !== undefined && { cause: describeError(cause) }),
  }
  if (!(error instanceof DatabaseError)) return described
  const { code, schema, table, column, constraint, routine } = error
  return { ...described, code, schema, table, column, constraint, routine }
}

/** PostgreSQL's messages quote the invalid value (`invalid input syntax for type uuid: "…"`). */
function withoutQuotes(error: Error, stack: string): string {
  return error instanceof DatabaseError ? stack.replace(/: "[^\n]*"/g, ': "…"') : stack
}
