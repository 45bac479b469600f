import type { Database } from './database.ts'

/** What a process logs in as, each for its own part of the work; `office`: staff at work. */
export const PROCESS_ROLES = ['api', 'delivery', 'worker', 'office'] as const
export type ProcessRole = (typeof PROCESS_ROLES)[number]

/** The way to PostgreSQL of each process role, by its own login; none connects before it is used. */
export type RoleDatabases = Readonly<Record<ProcessRole, Database>>

/** One value a role. */
export function eachRole<Value>(valueFor: (role: ProcessRole) => Value): Record<ProcessRole, Value> {
  return {
    api: valueFor('api'),
    delivery: valueFor('delivery'),
    worker: valueFor('worker'),
    office: valueFor('office'),
  }
}
