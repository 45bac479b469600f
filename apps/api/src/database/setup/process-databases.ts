import type { Connection } from '../connection.ts'
import { PostgresDatabase } from '../postgres-database.ts'
import { eachRole, PROCESS_ROLES, type ProcessRole } from './process-roles.ts'

/** The program's connections by process role. */
export interface ProcessDatabases extends Readonly<Record<ProcessRole, PostgresDatabase>> {
  close(): Promise<void>
}

/** Connects as a role on its first use, so that a process only logs in as what it does. */
export function processDatabases(logins: Readonly<Record<ProcessRole, Connection>>): ProcessDatabases {
  const databases = eachRole((role) => new PostgresDatabase(logins[role], role))
  return {
    ...databases,
    async close() {
      await Promise.all(PROCESS_ROLES.map((role) => databases[role].close()))
    },
  }
}
