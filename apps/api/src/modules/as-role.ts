import type { ProcessRole } from '../database/setup/process-roles.ts'
import type { Services } from './services.ts'

const views = new WeakMap<Services, Map<ProcessRole, Services>>()

/**
 * The same services, engines and memory, with the database, and the way to the books, of one process role: what it does
 * there is bounded by what that role may do.
 */
export function asRole(services: Services, role: ProcessRole): Services {
  const database = services.databases[role]
  if (services.database === database) return services
  const known = views.get(services) ?? new Map<ProcessRole, Services>()
  views.set(services, known)
  // What a module attaches later is seen here too.
  const view: Services =
    known.get(role) ??
    Object.create(services, {
      database: { value: database },
      ledger: { get: () => services.ledger.on(database) },
    })
  known.set(role, view)
  return view
}
