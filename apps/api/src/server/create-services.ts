import type { Module } from '../modules/module.ts'
import type { Services } from '../modules/services.ts'

/** What is there before any module. */
export type BaseServices = Pick<Services, 'database' | 'databases' | 'clock' | 'settings' | 'log'>

/** Makes the services: each module, in order, attaches its engine (`Module.create`). */
export async function createServices(base: BaseServices, modules: readonly Module[]): Promise<Services> {
  // Complete once the modules have attached their engines; each finds those of the modules before it.
  const services: Services = Object.assign(Object.create(null), base)
  for (const module of modules) await module.create?.(services)
  return services
}
