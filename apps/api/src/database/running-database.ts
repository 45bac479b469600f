import { Client } from 'pg'
import type { Settings } from '../settings.ts'
import type { Connection } from './connection.ts'
import { locate } from './embedded/location.ts'
import { runningPostmaster, SOCKET_PORT } from './embedded/postmaster.ts'
import { PostgresDatabase } from './postgres-database.ts'
import { DATABASE, PROGRAM_ROLE, passwordOf } from './roles.ts'
import { messageOf, StartError } from './start-error.ts'

const REACH = { name: 'running_database', text: 'select name from platform.migrations limit 1' }

/**
 * Connects, as the program's own role, to the database of a program that runs with these settings; starts, creates
 * and migrates nothing. Throws `StartError` where there is none.
 */
export async function openRunningDatabase(settings: Settings): Promise<PostgresDatabase> {
  const password = passwordOf(PROGRAM_ROLE, settings.secret)
  const database = new PostgresDatabase({ ...placeOf(settings), user: PROGRAM_ROLE, password })
  try {
    await database.query(REACH, [])
    return database
  } catch (error) {
    await database.close()
    const where = settings.database_url === null ? settings.data_dir : 'DATABASE_URL'
    throw new StartError(`The database of ${where} can't be used by this program: ${messageOf(error)}.`)
  }
}

function placeOf(settings: Settings): Omit<Connection, 'user' | 'password'> {
  if (settings.database_url !== null) {
    const { host, port, database, ssl } = new Client({ connectionString: settings.database_url })
    return { host, port, database: database ?? '', ssl }
  }
  const { cluster, socket_folder } = locate(settings.data_dir)
  if (runningPostmaster(cluster) === null) {
    throw new StartError(
      `No Adtally is running on ${settings.data_dir}: start it by \`npm run demo\` or \`npm start\`, or say by DATA_DIR or DATABASE_URL where it runs.`,
    )
  }
  return { host: socket_folder, port: SOCKET_PORT, database: DATABASE }
}
