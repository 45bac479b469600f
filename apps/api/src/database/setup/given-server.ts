import type { Client } from 'pg'
import { type Connection, connect } from '../connection.ts'
import { DatabaseUnavailable } from '../database-error.ts'
import { codeOf, messageOf, StartError } from '../start-error.ts'

/** Migrations use its SQL. */
const POSTGRES_MAJOR_MIN = 18
const SQL_STATE = /^[0-9A-Z]{5}$/

/**
 * Connects to the operator's own server and checks that the program can run there: version, write access, encoding.
 * An older server is only asked for its version. Throws `StartError`.
 */
export async function connectToGiven(connection: Connection): Promise<Client> {
  const client = await connectOrExplain(connection)
  try {
    await refuseUnfit(client)
    return client
  } catch (error) {
    await client.end().catch(() => {})
    if (error instanceof StartError) throw error
    throw cannotBeUsed(connection, messageOf(error))
  }
}

function cannotBeUsed({ host, port }: Connection, why: string): StartError {
  return new StartError(`The database at ${host}:${port} can't be used: ${why.replace(/\.$/, '')}.`)
}

async function connectOrExplain(connection: Connection): Promise<Client> {
  try {
    return await connect(connection)
  } catch (error) {
    const cause = error instanceof DatabaseUnavailable ? error.cause : error
    const is_silent = error instanceof DatabaseUnavailable && !SQL_STATE.test(codeOf(cause) ?? '')
    const is_nonsense = messageOf(cause).startsWith('received invalid response')
    const why = messageOf(cause)
    throw cannotBeUsed(connection, is_silent || is_nonsense ? `no PostgreSQL answers there (${why})` : why)
  }
}

async function refuseOlder(client: Client): Promise<void> {
  const { rows } = await client.query<{ server_version: string }>('show server_version')
  const version = rows[0]?.server_version ?? ''
  if (Number.parseInt(version, 10) >= POSTGRES_MAJOR_MIN) return
  const [met = ''] = version.split(' ')
  throw new StartError(
    `This program needs PostgreSQL ${POSTGRES_MAJOR_MIN} or newer, and the server at ${client.host}:${client.port} says that it is ${met || 'of no version'}; set DATABASE_URL to a newer one, or leave it out for the embedded one.`,
  )
}

/** Refuses a server on which the program can't run, by version and settings. Throws `StartError` with the remedy. */
export async function refuseUnfit(client: Client): Promise<void> {
  await refuseOlder(client)
  const { rows } = await client.query<{ is_standby: boolean; is_read_only: boolean; encoding: string }>(
    `select pg_is_in_recovery() as is_standby, current_setting('transaction_read_only') = 'on' as is_read_only,
      current_setting('server_encoding') as encoding`,
  )
  const [{ is_standby, is_read_only, encoding } = { is_standby: false, is_read_only: false, encoding: '' }] =
    rows
  const place = `at ${client.host}:${client.port}`
  if (is_standby)
    throw new StartError(
      `The server ${place} is a standby, which nothing can be written to; set DATABASE_URL to the primary's address.`,
    )
  if (is_read_only)
    throw new StartError(
      `The database ${client.database} ${place} is read-only for the role ${client.user}; turn default_transaction_read_only off for it.`,
    )
  if (encoding !== 'UTF8')
    throw new StartError(
      `The database ${client.database} ${place} is encoded in ${encoding}, which can't hold every language's letters; create one with encoding 'UTF8' template template0.`,
    )
}

/** The rights of DATABASE_URL's role, as far as a start needs them. */
interface Rights {
  may_make_roles: boolean
  owns_database: boolean
  /** The owner of the program's schemas; null if there are none yet. */
  schema_owner: string | null
  owns_schema: boolean
}

/**
 * Checks, before anything is changed, that the role owns what a start changes: an empty database, or later its
 * schemas. Throws `StartError` naming what is missing.
 */
export async function refuseWithoutOwnership(client: Client): Promise<void> {
  const { owns_database, owns_schema, schema_owner } = await rightsOf(client)
  const { user, database } = client
  if (schema_owner === null && !owns_database)
    throw new StartError(
      `The role ${user} of DATABASE_URL does not own the database ${database}, which it needs; say \`alter database ${database} owner to ${user}\` there.`,
    )
  if (!owns_schema)
    throw new StartError(
      `What is in the database ${database} belongs to the role ${schema_owner}, and ${user} is none of its members; set DATABASE_URL to log in as ${schema_owner}.`,
    )
}

/** Checks the right to create logins as members of `groups`, before any are made. Throws `StartError`. */
export async function refuseWithoutRoleRights(client: Client, groups: readonly string[]): Promise<void> {
  const { may_make_roles } = await rightsOf(client)
  const { user } = client
  if (!may_make_roles)
    throw new StartError(
      `The role ${user} of DATABASE_URL may not create roles, and the program needs some to log in as; say \`alter role ${user} createrole\` there.`,
    )
  const { rows } = await client.query<{ rolname: string }>(
    `select rolname from pg_roles
     where rolname = any ($1) and not pg_has_role(oid, 'member with admin option')
     order by array_position($1, rolname::text)`,
    [groups],
  )
  if (rows.length === 0) return
  const names = rows.map(({ rolname }) => rolname).join(', ')
  throw new StartError(
    `The role ${user} of DATABASE_URL may not grant ${names}, which another one made on this server; say \`grant ${names} to ${user} with admin option\` there.`,
  )
}

async function rightsOf(client: Client): Promise<Rights> {
  const { rows } = await client.query<Rights>(
    `select me.rolsuper or me.rolcreaterole as may_make_roles, pg_has_role(d.datdba, 'usage') as owns_database,
      n.nspowner::regrole::text as schema_owner, coalesce(pg_has_role(n.nspowner, 'usage'), true) as owns_schema
    from pg_roles me join pg_database d on d.datname = current_database()
      left join pg_namespace n on n.nspname = 'platform'
    where me.rolname = current_user`,
  )
  const [rights] = rows
  if (!rights) throw new Error('the server does not say what the role may do')
  return rights
}
