import type { Logger } from 'pino'
import { NO_PROGRESS, type Progress } from '../../progress.ts'
import type { Settings } from '../../settings.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../embedded/embedded-postgres.ts'
import { SUPERUSER } from '../embedded/initialise.ts'
import { hasHome } from '../embedded/location.ts'
import { ServerCommits } from '../embedded/server-commits.ts'
import { explainEnd } from '../explain-end.ts'
import { madeWith } from './made-with.ts'
import { migrate } from './migrate.ts'
import { type ProcessDatabases, processDatabases } from './process-databases.ts'
import { eachRole } from './process-roles.ts'
import { type Logins, passwordOf, prepareEmbedded, prepareGiven } from './roles.ts'

/** An open, migrated database. */
export interface OpenDatabase {
  databases: ProcessDatabases
  /** For tests and tools that use SQL as the owner or as a process role. */
  logins: Logins
  /** Whether commits wait; null unless it is left to an embedded server (`commits`). */
  commits: ServerCommits | null
  /** Ends connections, and the embedded server unless `keep_server` (because another program uses it). */
  close(options?: { keep_server?: boolean }): Promise<void>
}

export interface OpenOptions {
  progress?: Progress
  /** For a new sandbox: how long before the present its clock begins. */
  clock_begins_ago_ms?: number
  /** Leaves it to an embedded server whether commits wait for the disk (`ServerCommits`). */
  commits?: 'as_the_server_says'
}

/**
 * Opens the database in these settings: starts or adopts the embedded server, or connects to `database_url`; creates
 * the roles and applies migrations. Throws `StartError`.
 */
export async function openDatabase(
  settings: Settings,
  log: Logger,
  { progress = NO_PROGRESS, clock_begins_ago_ms = 0, commits }: OpenOptions = {},
): Promise<OpenDatabase> {
  const { data_dir, database_url } = settings
  let embedded: EmbeddedPostgres | null = null
  let logins: Logins
  try {
    if (database_url === null) {
      const step = hasHome(data_dir) ? 'starting PostgreSQL' : 'making a PostgreSQL'
      embedded = await progress.during(step, () =>
        startEmbeddedPostgres({
          data_dir,
          superuser_password: passwordOf(SUPERUSER, settings.secret),
          durable: true,
          onEvent: (event, detail) => log.error({ event, detail }, 'the embedded PostgreSQL died'),
        }),
      )
      logins = await prepareEmbedded(embedded.superuser, settings)
    } else {
      logins = await progress.during('connecting to PostgreSQL', () => prepareGiven(database_url, settings))
    }
    await migrate(logins, madeWith(settings), {
      progress,
      clock_begins_ago_ms,
      onStrayed: (paths) =>
        log.warn(
          { paths },
          'somebody changed the database by hand; it was put back as the program’s files say',
        ),
    })
  } catch (error) {
    const explained = explainEnd(error, embedded?.gaveUp() ?? null)
    await embedded?.stop({ end: !embedded.adopted })
    throw explained
  }
  const left_to = commits === undefined ? null : embedded
  const databases = processDatabases(
    left_to ? eachRole((role) => ({ ...logins[role], commits: 'as_the_server_says' })) : logins,
  )
  return {
    databases,
    logins,
    commits: left_to && new ServerCommits(left_to.superuser),
    async close({ keep_server = false } = {}) {
      await databases.close()
      await embedded?.stop({ end: !keep_server })
    },
  }
}
