import { Client } from 'pg'
import type { SecretFor } from '../../secrets.ts'
import type { Settings } from '../../settings.ts'
import { type Connection, connect, onConnection } from '../connection.ts'
import { codeOf, messageOf, StartError } from '../start-error.ts'
import { waitForTurn } from '../turn.ts'
import { connectToGiven, refuseWithoutOwnership, refuseWithoutRoleRights } from './given-server.ts'
import { madeWith, refuseAnother } from './made-with.ts'
import { eachRole, PROCESS_ROLES, type ProcessRole, rolesOf } from './process-roles.ts'
import { scramVerifier } from './scram.ts'

/** Holds the rights that process roles share; can't log in, owns nothing, and is never BYPASSRLS. */
export const PROGRAM_ROLE = 'adtally_program'
export const OWNER_ROLE = 'adtally_owner'
export const DATABASE = 'adtally'

/** PostgreSQL's group for a process role: its own rights, in addition to `PROGRAM_ROLE` for members of that. */
export function groupOf(role: ProcessRole): string {
  return `adtally_${role}`
}

/** Makes a role share the common rights, except the sandbox's, which has only its own. */
function membershipOf(role: ProcessRole): string {
  return role === 'sandbox' ? '' : `in role ${PROGRAM_ROLE}`
}

/** Connections for the schema's owner, who runs migrations, and for each process role. */
export interface Logins extends Record<ProcessRole, Connection> {
  owner: Connection
}

/** The password of a role or the superuser, derived from the master secret. */
export function passwordOf(role: string, secret: SecretFor): string {
  return secret(`postgres-role:${role}`).toString('base64url')
}

/** In the embedded server: creates missing roles (process roles of this mode log in themselves) and the database. */
export async function prepareEmbedded(
  superuser: Connection,
  { secret, ledger_mode }: Pick<Settings, 'secret' | 'ledger_mode'>,
): Promise<Logins> {
  const place = { ...superuser, database: DATABASE }
  const owner = loginOf(place, OWNER_ROLE, secret)
  const processes = embeddedLogins(place, secret)
  await onConnection(connect(superuser), async (client) => {
    await createRole(client, owner.user, `${loginWith(owner.password)} noinherit`)
    await createRole(client, PROGRAM_ROLE, 'nologin noinherit')
    for (const role of PROCESS_ROLES) {
      const { user, password } = processes[role]
      const entering = rolesOf(ledger_mode).includes(role) ? loginWith(password) : 'nologin'
      await createRole(client, user, `${entering} inherit ${membershipOf(role)} admin ${OWNER_ROLE}`)
    }
    const { rowCount } = await client.query('select from pg_database where datname = $1', [DATABASE])
    if (rowCount === 0) await client.query(`create database ${DATABASE} owner ${OWNER_ROLE}`)
  })
  return { owner, ...processes }
}

/** The connection of `DATABASE_URL`, as its own role. Throws `StartError` if it is invalid. */
export function connectionOf(database_url: string): Connection {
  try {
    const { host, port, database, user, password, ssl } = new Client({ connectionString: database_url })
    if (!Number.isInteger(port) || port < 1 || port > 65_535) throw new RangeError(`there is no port ${port}`)
    return { host, port, database: database ?? '', user: user ?? '', password: password ?? '', ssl }
  } catch (error) {
    throw new StartError(`DATABASE_URL can't be used: ${messageOf(error)}.`)
  }
}

type Place = Omit<Connection, 'user' | 'password'>

/** The process roles' logins in the embedded server: the roles themselves, as nobody else uses it. */
export function embeddedLogins(place: Place, secret: SecretFor): Record<ProcessRole, Connection> {
  return eachRole((role) => loginOf(place, groupOf(role), secret))
}

/** Logins on the operator's own server, named by the secret, because programs with different secrets may share it. */
export function givenLogins(place: Place, secret: SecretFor): Record<ProcessRole, Connection> {
  const digits = secret('postgres-role-name').toString('hex').slice(0, 12)
  return eachRole((role) => loginOf(place, `${groupOf(role)}_${digits}`, secret))
}

function loginOf(place: Place, user: string, secret: SecretFor): Connection {
  return { ...place, user, password: passwordOf(user, secret) }
}

/**
 * On the operator's own server: the given role is the owner; creates missing process roles and this secret's logins,
 * and leaves other secrets' logins alone. Throws `StartError`, before changing anything, if the server can't be
 * reached or used, the role lacks a right, or the database was created with something else.
 */
export async function prepareGiven(database_url: string, settings: Settings): Promise<Logins> {
  const owner = connectionOf(database_url)
  const processes = givenLogins(owner, settings.secret)
  const client = await connectToGiven(owner)
  try {
    await refuseWithoutOwnership(client)
    await waitForTurn(client, 'look')
    await refuseAnother(client, madeWith(settings))
    await prepareLogins(client, processes, rolesOf(settings.ledger_mode))
    return { owner, ...processes }
  } catch (error) {
    if (error instanceof StartError) throw error
    throw new StartError(
      `The role of DATABASE_URL must be able to make roles that are members of ${PROGRAM_ROLE}: ${messageOf(error)}.`,
    )
  } finally {
    await client.end()
  }
}

async function prepareLogins(
  client: Client,
  processes: Record<ProcessRole, Connection>,
  entering: readonly ProcessRole[],
): Promise<void> {
  const users = entering.map((role) => processes[role].user)
  const { rows } = await client.query<{ rolname: string }>(
    'select rolname from pg_roles where rolname = any ($1)',
    [users],
  )
  const there = new Set(rows.map(({ rolname }) => rolname))
  if (there.size < users.length)
    await refuseWithoutRoleRights(client, [PROGRAM_ROLE, ...PROCESS_ROLES.map(groupOf)])
  await createRole(client, PROGRAM_ROLE, 'nologin noinherit')
  for (const role of PROCESS_ROLES) {
    await createRole(client, groupOf(role), `nologin inherit ${membershipOf(role)}`)
  }
  for (const role of entering) {
    const login = processes[role]
    await createRole(client, login.user, `${loginWith(login.password)} inherit in role ${groupOf(role)}`)
    if (there.has(login.user) && !(await canLogIn(login))) {
      await client.query(`alter role ${login.user} ${loginWith(login.password)}`)
    }
  }
}

/** A role's login and password as SQL. */
export function loginWith(password: string): string {
  return `login password '${scramVerifier(password)}'`
}

/** Creates a role if it is missing. */
export async function createRole(client: Client, role: string, options: string): Promise<void> {
  const { rowCount } = await client.query('select from pg_roles where rolname = $1', [role])
  if (rowCount !== 0) return
  try {
    await client.query(`create role ${role} nosuperuser nobypassrls ${options}`)
  } catch (error) {
    // 42710, 23505: another process that started at the same moment created it.
    if (codeOf(error) !== '42710' && codeOf(error) !== '23505') throw error
  }
}

async function canLogIn(login: Connection): Promise<boolean> {
  try {
    await (await connect(login)).end()
    return true
  } catch (error) {
    if (codeOf(error)?.startsWith('28')) return false
    throw error
  }
}
