import type { Connection } from '../connection.ts'
import { PostgresDatabase } from '../postgres-database.ts'
import { eachRole, PROCESS_ROLES, type ProcessRole } from './process-roles.ts'

/** The program's connections as each of its process roles. */
export interface ProcessDatabases extends Readonly<Record<ProcessRole, PostgresDatabase>> {
  /** Ends all connections. */
  close(): Promise<void>
}

/** Connects as a role when somebody first asks something as it: a process logs in as what it does, and no more. */
export function processDatabases(logins: Readonly<Record<ProcessRole, Connection>>): ProcessDatabases {
  const databases = eachRole((role) => new PostgresDatabase(logins[role], role))
  return {
    ...databases,
    async close() {
      await Promise.all(PROCESS_ROLES.map((role) => databases[role].close()))
    },
  }
}
