import type { LedgerMode } from '@adtally/contract/enums.ts'
import type { Database } from '../database.ts'

/**
 * What a process logs in as, each for its own part of the work; `office`: staff at work; `sandbox`: what a customer plays with
 * where no money is real, for which a live ledger has no login.
 */
export const PROCESS_ROLES = ['api', 'delivery', 'worker', 'office', 'sandbox'] as const
export type ProcessRole = (typeof PROCESS_ROLES)[number]

/** The roles that can log in where a ledger is of this mode. */
export function rolesOf(ledger_mode: LedgerMode): readonly ProcessRole[] {
  return PROCESS_ROLES.filter((role) => role !== 'sandbox' || ledger_mode === 'sandbox')
}

/** The way to PostgreSQL of each process role, by its own login; none connects before it is used. */
export type RoleDatabases = Readonly<Record<ProcessRole, Database>>

/** One value a role. */
export function eachRole<Value>(valueFor: (role: ProcessRole) => Value): Record<ProcessRole, Value> {
  return {
    api: valueFor('api'),
    delivery: valueFor('delivery'),
    worker: valueFor('worker'),
    office: valueFor('office'),
    sandbox: valueFor('sandbox'),
  }
}
