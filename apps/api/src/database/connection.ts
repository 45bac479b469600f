import { Client, type ClientConfig, type CustomTypesConfig, Pool, types } from 'pg'
import { databaseError } from './database-error.ts'

/** Where and as whom to connect. */
export interface Connection {
  host: string
  port: number
  database: string
  user: string
  password: string
  ssl?: ClientConfig['ssl']
  /** How long a statement waits for a lock before it fails; 20 s unless told. */
  lock_timeout_ms?: number
}

const parsers = new Map<number, (value: string) => unknown>([
  // int8 and its array: money and counters are never a JavaScript number.
  [20, BigInt],
  [1016, parseBigints],
  // numeric and its array, where they are whole: sums of money that a bigint of the database would not hold.
  [1700, (value) => (/^-?\d+$/.test(value) ? BigInt(value) : value)],
  [1231, parseBigints],
  // date: a calendar day has no time zone, so it stays text (`2026-01-31`).
  [1082, (value) => value],
])

function parseBigints(array: string): (bigint | null)[] {
  const inner = array.slice(1, -1)
  return inner === '' ? [] : inner.split(',').map((item) => (item === 'NULL' ? null : BigInt(item)))
}

const customTypes: CustomTypesConfig = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    format === 'binary'
      ? types.getTypeParser(oid, 'binary')
      : (parsers.get(oid) ?? types.getTypeParser(oid, 'text')),
}

/** A host that vanished says nothing: without asking, the system would wait for it for hours, and whoever listens with it. */
const KEPT_ALIVE = { keepAlive: true, keepAliveInitialDelayMillis: 10_000 }

/** Session settings that every connection of the program starts with; `scope` is the default of row-level security. */
function sessionOptions(
  { lock_timeout_ms = 20_000 }: Connection,
  scope: 'system' | 'unset',
  statement_timeout_ms: number,
): string {
  const options = [
    // Names are written in full: what somebody makes in `public` is never taken for what was meant.
    '-c search_path=',
    '-c TimeZone=UTC',
    `-c statement_timeout=${statement_timeout_ms}`,
    `-c lock_timeout=${lock_timeout_ms}`,
  ]
  if (scope === 'system') options.push('-c adtally.scope=system')
  return options.join(' ')
}

/**
 * A pool whose lost connections never end the process: an idle one is dropped, a checked-out one fails its
 * statement. `scope: 'system'` is for single statements; without it nothing is visible until a transaction says
 * for whom it reads.
 */
export function createPool(
  connection: Connection,
  options: { max: number; scope: 'system' | 'unset' },
): Pool {
  const pool = new Pool({
    ...connection,
    ...KEPT_ALIVE,
    max: options.max,
    // Statements that a transaction starts together leave together.
    pipeline: true,
    idleTimeoutMillis: 30_000,
    connectionTimeoutMillis: 5_000,
    types: customTypes,
    options: sessionOptions(connection, options.scope, 60_000),
    application_name: 'adtally',
  })
  pool.on('connect', (client) => client.on('error', ignoreLostConnection))
  pool.on('error', ignoreLostConnection)
  return pool
}

/** One connection outside any pool, for listening and for migrations; the caller ends it. Throws as `databaseError` says. */
export async function connect(connection: Connection): Promise<Client> {
  const client = new Client({
    ...connection,
    ...KEPT_ALIVE,
    connectionTimeoutMillis: 5_000,
    types: customTypes,
    options: sessionOptions(connection, 'unset', 0),
    application_name: 'adtally',
  })
  client.on('error', ignoreLostConnection)
  try {
    await client.connect()
    return client
  } catch (error) {
    throw databaseError(error)
  }
}

/** Does `work` on one connection, such as `connect` makes, and ends it, whatever comes of it. */
export async function onConnection<T>(
  connecting: Promise<Client>,
  work: (client: Client) => Promise<T>,
): Promise<T> {
  const client = await connecting
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

// Nothing to do: the statement in flight, or else the next one, rejects, and its caller learns of it there.
function ignoreLostConnection(): void {}
