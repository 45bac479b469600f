import type { ProcessRole } from '../database/setup/process-roles.ts'
import type { Services } from './services.ts'

const known = new WeakMap<Services, Map<ProcessRole, Services>>()

/**
 * The same services, engines and memory, with the database, and the way to the books, of one process role: what it does
 * there is bounded by what that role may do. Made once for each role.
 */
export function asRole(services: Services, role: ProcessRole): Services {
  const database = services.databases[role]
  if (services.database === database) return services
  const of_roles = known.get(services) ?? new Map<ProcessRole, Services>()
  known.set(services, of_roles)
  const of_role = of_roles.get(role) ?? { ...services, database, ledger: services.ledger.on(database) }
  of_roles.set(role, of_role)
  return of_role
}
