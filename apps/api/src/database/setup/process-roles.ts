import type { LedgerMode } from '@adtally/contract/enums.ts'
import type { Database } from '../database.ts'

/**
 * The database roles of processes, one for each part of the work. `office` is for staff; `sandbox` is for what
 * customers may change in a sandbox, and cannot log in to a live ledger.
 */
export const PROCESS_ROLES = ['api', 'delivery', 'worker', 'office', 'sandbox'] as const
export type ProcessRole = (typeof PROCESS_ROLES)[number]

/** The roles that can log in under this mode. */
export function rolesOf(ledger_mode: LedgerMode): readonly ProcessRole[] {
  return PROCESS_ROLES.filter((role) => role !== 'sandbox' || ledger_mode === 'sandbox')
}

/** A database per process role, each with its own login; connects on first use. */
export type RoleDatabases = Readonly<Record<ProcessRole, Database>>

/** Makes one value for each role. */
export function eachRole<Value>(valueFor: (role: ProcessRole) => Value): Record<ProcessRole, Value> {
  return {
    api: valueFor('api'),
    delivery: valueFor('delivery'),
    worker: valueFor('worker'),
    office: valueFor('office'),
    sandbox: valueFor('sandbox'),
  }
}
