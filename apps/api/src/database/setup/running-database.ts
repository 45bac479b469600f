import type { Client } from 'pg'
import type { Settings } from '../../settings.ts'
import { type Connection, connect } from '../connection.ts'
import { locate } from '../embedded/location.ts'
import { runningPostmaster, SOCKET_PORT } from '../embedded/postmaster.ts'
import { codeOf, messageOf, StartError } from '../start-error.ts'
import { connectToGiven, refuseUnfit } from './given-server.ts'
import { anotherSecret, madeWith, refuseAnother } from './made-with.ts'
import { type ProcessDatabases, processDatabases } from './process-databases.ts'
import { connectionOf, DATABASE, embeddedLogins, givenLogins } from './roles.ts'

type Place = Omit<Connection, 'user' | 'password'>

/**
 * Connects to the database of a running program with these settings, with the process roles' logins; starts, creates
 * and migrates nothing. Throws `StartError` if there is none, or it was created with something else.
 */
export async function openRunningDatabase(settings: Settings): Promise<ProcessDatabases> {
  const place = placeOf(settings)
  const logins = (settings.database_url === null ? embeddedLogins : givenLogins)(place, settings.secret)
  if (!(await isLoginOf(logins.office, settings))) throw await whyNoLogin(settings, place)
  return processDatabases(logins)
}

/** Why the program's logins fail; on the operator's own server, the owner can check. */
async function whyNoLogin(settings: Settings, { database, host, port }: Place): Promise<StartError> {
  const another = anotherSecret(`The database ${database} at ${host}:${port}`)
  if (settings.database_url === null) return another
  const client = await connectToGiven(connectionOf(settings.database_url))
  try {
    if ((await refuseAnother(client, madeWith(settings))) !== 'empty') return another
    return new StartError(
      `No Adtally is in the database ${database} at ${host}:${port} yet: start it by \`npm start\` with this DATABASE_URL.`,
    )
  } catch (error) {
    return error instanceof StartError ? error : another
  } finally {
    await client.end()
  }
}

/** Whether this login, and therefore this secret, belongs to the database. */
async function isLoginOf(login: Connection, settings: Settings): Promise<boolean> {
  let client: Client | undefined
  try {
    client = await connect(login)
    if (settings.database_url !== null) await refuseUnfit(client)
    await client.query('select name from platform.migrations limit 1')
    await refuseAnother(client, madeWith(settings))
    return true
  } catch (error) {
    if (error instanceof StartError) throw error
    const is_given = settings.database_url !== null
    // 28: no such login; 42501: a login of another database on this server; 42P01: the database is empty.
    if ((is_given ? /^(28|42501|42P01)/ : /^(28|42501)/).test(codeOf(error) ?? '')) return false
    const where = is_given ? 'DATABASE_URL' : settings.data_dir
    throw new StartError(`The database of ${where} can't be used by this program: ${messageOf(error)}.`)
  } finally {
    await client?.end()
  }
}

function placeOf(settings: Settings): Place {
  if (settings.database_url !== null) {
    const { host, port, database, ssl } = connectionOf(settings.database_url)
    return { host, port, database, ssl }
  }
  const { cluster, socket_folder } = locate(settings.data_dir)
  if (runningPostmaster(cluster) === null) {
    throw new StartError(
      `No Adtally is running on ${settings.data_dir}: start it by \`npm run demo\` or \`npm start\`, or say by DATA_DIR or DATABASE_URL where it runs.`,
    )
  }
  return { host: socket_folder, port: SOCKET_PORT, database: DATABASE }
}
