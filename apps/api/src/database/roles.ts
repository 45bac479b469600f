import { Client } from 'pg'
import type { SecretFor } from '../secrets.ts'
import { type Connection, connect } from './connection.ts'
import { scramVerifier } from './scram.ts'
import { codeOf, messageOf, StartError } from './start-error.ts'

/** Logs in as the program: owns nothing, has what migrations grant, never BYPASSRLS. */
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
    await createRole(client, OWNER_ROLE, passwordOf(OWNER_ROLE, secret))
    await createRole(client, PROGRAM_ROLE, passwordOf(PROGRAM_ROLE, secret))
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

/**
 * On a server of one's own: the given role is the owner; the program's role is made, or gets its password, where
 * logging in as it fails. Throws `StartError` where the server can't be reached or does not allow that.
 */
export async function prepareGiven(database_url: string, secret: SecretFor): Promise<Logins> {
  const { host, port, database, user, password, ssl } = new Client({ connectionString: database_url })
  const owner = { host, port, database: database ?? '', user: user ?? '', password: password ?? '', ssl }
  const program = { ...owner, user: PROGRAM_ROLE, password: passwordOf(PROGRAM_ROLE, secret) }
  const client = await connectOrExplain(owner)
  try {
    await createRole(client, PROGRAM_ROLE, program.password)
    if (!(await canLogIn(program))) {
      await client.query(`alter role ${PROGRAM_ROLE} login password '${scramVerifier(program.password)}'`)
    }
  } catch (error) {
    throw new StartError(
      `The role of DATABASE_URL must be able to make the role ${PROGRAM_ROLE}: ${messageOf(error)}.`,
    )
  } finally {
    await client.end()
  }
  return { owner, program }
}

async function connectOrExplain(owner: Connection): Promise<Client> {
  try {
    return await connect(owner)
  } catch (error) {
    throw new StartError(`The database at ${owner.host}:${owner.port} can't be used: ${messageOf(error)}.`)
  }
}

async function createRole(client: Client, role: string, password: string): Promise<void> {
  const { rowCount } = await client.query('select from pg_roles where rolname = $1', [role])
  if (rowCount !== 0) return
  try {
    await client.query(
      `create role ${role} login nosuperuser nobypassrls noinherit password '${scramVerifier(password)}'`,
    )
  } catch (error) {
    // 42710: another process that started at the same moment made it.
    if (codeOf(error) !== '42710') throw error
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
