import { Client, type ClientConfig, type CustomTypesConfig, Pool, types } from 'pg'
import { databaseError } from './database-error.ts'

export interface Connection {
  host: string
  port: number
  database: string
  user: string
  password: string
  ssl?: ClientConfig['ssl']
  /** How long a statement waits for a lock before it fails; default 20 s. */
  lock_timeout_ms?: number
  /** Whether a commit waits for the disk; always, unless it is left to the server. */
  commits?: 'as_the_server_says'
}

const parsers = new Map<number, (value: string) => unknown>([
  // int8 and its array: money and counters are never a JavaScript number.
  [20, BigInt],
  [1016, parseBigints],
  // numeric and its array, if whole: sums of money may exceed the database's bigint.
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

/** A host that vanishes sends nothing; without probes the system, and every listener, would wait for hours. */
const KEPT_ALIVE = { keepAlive: true, keepAliveInitialDelayMillis: 10_000 }

/** Said by each session of a process, because a login may set others for itself that would stay. */
const USUAL_TRANSACTIONS = [
  'default_transaction_isolation=read\\ committed',
  'default_transaction_read_only=off',
  'default_transaction_deferrable=off',
  'DateStyle=ISO',
  'IntervalStyle=postgres',
].map((setting) => `-c ${setting}`)

/** Settings of each of the program's sessions; `scope` is the default of row-level security. */
function sessionOptions(
  { lock_timeout_ms = 20_000 }: Connection,
  scope: 'system' | 'unset',
  statement_timeout_ms: number,
): string {
  const options = [
    // Names are always qualified, so that an object in `public` is never mistaken for one of ours.
    '-c search_path=',
    '-c TimeZone=UTC',
    `-c statement_timeout=${statement_timeout_ms}`,
    `-c lock_timeout=${lock_timeout_ms}`,
  ]
  if (scope === 'system') options.push('-c adtally.scope=system')
  return options.join(' ')
}

/**
 * A pool that survives lost connections: idle ones are dropped, and those in use fail their statement. `scope:
 * 'system'` is for single statements; otherwise nothing is visible until a transaction says for whom it reads.
 */
export function createPool(
  connection: Connection,
  options: { max: number; scope: 'system' | 'unset' },
): Pool {
  const pool = new Pool({
    ...connection,
    ...KEPT_ALIVE,
    max: options.max,
    // Statements that a transaction starts together are sent together.
    pipeline: true,
    idleTimeoutMillis: 30_000,
    connectionTimeoutMillis: 5_000,
    types: customTypes,
    options: [
      sessionOptions(connection, options.scope, 60_000),
      ...USUAL_TRANSACTIONS,
      ...(connection.commits === undefined ? ['-c synchronous_commit=on'] : []),
    ].join(' '),
    application_name: 'adtally',
  })
  pool.on('connect', (client) => client.on('error', ignoreLostConnection))
  pool.on('error', ignoreLostConnection)
  return pool
}

/** A connection outside any pool, for listening and migrations; the caller ends it. Throws like `databaseError`. */
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
