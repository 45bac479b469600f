import type { Client } from 'pg'
import type { Settings } from '../settings.ts'
import { type Connection, connect } from './connection.ts'
import { locate } from './embedded/location.ts'
import { runningPostmaster, SOCKET_PORT } from './embedded/postmaster.ts'
import { anotherSecret, madeWith, refuseAnother } from './made-with.ts'
import { PostgresDatabase } from './postgres-database.ts'
import { connectionOf, DATABASE, programLogins } from './roles.ts'
import { codeOf, messageOf, StartError } from './start-error.ts'

/**
 * Connects, as the program's own login, to the database of a program that runs with these settings; starts, creates
 * and migrates nothing. Throws `StartError` where there is none, or it was made with something else.
 */
export async function openRunningDatabase(settings: Settings): Promise<PostgresDatabase> {
  const place = placeOf(settings)
  const { own, older } = programLogins(place, settings.secret)
  for (const login of settings.database_url === null ? [older] : [own, older]) {
    if (await isLoginOf(login, settings)) return new PostgresDatabase(login)
  }
  throw anotherSecret(`The database ${place.database} at ${place.host}:${place.port}`)
}

/** Whether this login, and so this secret, is the database's. */
async function isLoginOf(login: Connection, settings: Settings): Promise<boolean> {
  let client: Client | undefined
  try {
    client = await connect(login)
    await client.query('select name from platform.migrations limit 1')
    await refuseAnother(client, madeWith(settings))
    return true
  } catch (error) {
    if (error instanceof StartError) throw error
    // 28: there is no such login; 42501: it is one of another database on this server.
    if (/^(28|42501)/.test(codeOf(error) ?? '')) return false
    const where = settings.database_url === null ? settings.data_dir : 'DATABASE_URL'
    throw new StartError(`The database of ${where} can't be used by this program: ${messageOf(error)}.`)
  } finally {
    await client?.end()
  }
}

function placeOf(settings: Settings): Omit<Connection, 'user' | 'password'> {
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
