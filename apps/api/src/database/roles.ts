import { Client } from 'pg'
import type { SecretFor } from '../secrets.ts'
import type { Settings } from '../settings.ts'
import { type Connection, connect } from './connection.ts'
import { connectToGiven, refuseWithoutOwnership, refuseWithoutRoleRights } from './given-server.ts'
import { madeWith, refuseAnother } from './made-with.ts'
import { scramVerifier } from './scram.ts'
import { codeOf, messageOf, StartError } from './start-error.ts'
import { waitForTurn } from './turn.ts'

/** Holds what migrations grant to the program, who logs in as it or as a member: owns nothing, never BYPASSRLS. */
export const PROGRAM_ROLE = 'adtally_program'
const OWNER_ROLE = 'adtally_owner'
export const DATABASE = 'adtally'

/** How to connect as the schema's owner, who runs migrations, and as the program. */
export interface Logins {
  owner: Connection
  program: Connection
}

/** The password of a role or the superuser, from the master secret. */
export function passwordOf(role: string, secret: SecretFor): string {
  return secret(`postgres-role:${role}`).toString('base64url')
}

/** In the embedded server: both roles and the database, made where they are missing. */
export async function prepareEmbedded(superuser: Connection, secret: SecretFor): Promise<Logins> {
  const client = await connect(superuser)
  try {
    for (const role of [OWNER_ROLE, PROGRAM_ROLE]) {
      await createRole(client, role, `${loginWith(passwordOf(role, secret))} noinherit`)
    }
    const { rowCount } = await client.query('select from pg_database where datname = $1', [DATABASE])
    if (rowCount === 0) await client.query(`create database ${DATABASE} owner ${OWNER_ROLE}`)
  } finally {
    await client.end()
  }
  const login = (user: string) => ({
    ...superuser,
    database: DATABASE,
    user,
    password: passwordOf(user, secret),
  })
  return { owner: login(OWNER_ROLE), program: login(PROGRAM_ROLE) }
}

/** Where `DATABASE_URL` leads, as its own role. Throws `StartError` where it leads nowhere. */
export function connectionOf(database_url: string): Connection {
  try {
    const { host, port, database, user, password, ssl } = new Client({ connectionString: database_url })
    if (!Number.isInteger(port) || port < 1 || port > 65_535) throw new RangeError(`there is no port ${port}`)
    return { host, port, database: database ?? '', user: user ?? '', password: password ?? '', ssl }
  } catch (error) {
    throw new StartError(`DATABASE_URL can't be used: ${messageOf(error)}.`)
  }
}

/**
 * The program's logins on a server of one's own, in the order in which they are looked for: one that follows from the
 * secret, so that programs of several secrets share a server, and `PROGRAM_ROLE`, as which older servers know it.
 */
export function programLogins(place: Omit<Connection, 'user' | 'password'>, secret: SecretFor) {
  const name = `${PROGRAM_ROLE}_${secret('postgres-role-name').toString('hex').slice(0, 12)}`
  const login = (user: string): Connection => ({ ...place, user, password: passwordOf(user, secret) })
  return { own: login(name), older: login(PROGRAM_ROLE) }
}

/**
 * On a server of one's own: the given role is the owner; the program's login is made where there is none of this
 * secret. No other secret's login is touched. Throws `StartError`, before anything is changed, where the server can't be
 * reached or used, the role lacks a right, or the database was made with something else.
 */
export async function prepareGiven(database_url: string, settings: Settings): Promise<Logins> {
  const owner = connectionOf(database_url)
  const client = await connectToGiven(owner)
  try {
    await refuseWithoutOwnership(client)
    await waitForTurn(client, 'look')
    await refuseAnother(client, madeWith(settings))
    return { owner, program: await prepareLogin(client, owner, settings.secret) }
  } catch (error) {
    if (error instanceof StartError) throw error
    throw new StartError(
      `The role of DATABASE_URL must be able to make a role that is a member of ${PROGRAM_ROLE}: ${messageOf(error)}.`,
    )
  } finally {
    await client.end()
  }
}

async function prepareLogin(client: Client, owner: Connection, secret: SecretFor): Promise<Connection> {
  const { own, older } = programLogins(owner, secret)
  const { rows } = await client.query<{ rolname: string; rolcanlogin: boolean }>(
    'select rolname, rolcanlogin from pg_roles where rolname in ($1, $2)',
    [own.user, older.user],
  )
  const is_there = rows.some(({ rolname }) => rolname === own.user)
  const older_may_log_in = rows.some(({ rolname, rolcanlogin }) => rolname === older.user && rolcanlogin)
  if (older_may_log_in && !is_there && (await canLogIn(older))) return older
  if (!is_there) await refuseWithoutRoleRights(client, PROGRAM_ROLE)
  await createRole(client, PROGRAM_ROLE, 'nologin noinherit')
  await createRole(client, own.user, `${loginWith(own.password)} inherit in role ${PROGRAM_ROLE}`)
  if (is_there && !(await canLogIn(own))) {
    await client.query(`alter role ${own.user} ${loginWith(own.password)}`)
  }
  return own
}

function loginWith(password: string): string {
  return `login password '${scramVerifier(password)}'`
}

async function createRole(client: Client, role: string, options: string): Promise<void> {
  const { rowCount } = await client.query('select from pg_roles where rolname = $1', [role])
  if (rowCount !== 0) return
  try {
    await client.query(`create role ${role} nosuperuser nobypassrls ${options}`)
  } catch (error) {
    // 42710, 23505: another process that started at the same moment made it.
    if (codeOf(error) !== '42710' && codeOf(error) !== '23505') throw error
  }
}

async function canLogIn(program: Connection): Promise<boolean> {
  try {
    await (await connect(program)).end()
    return true
  } catch (error) {
    if (codeOf(error)?.startsWith('28')) return false
    throw error
  }
}
