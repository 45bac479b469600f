import { Gauge, type Metric } from 'prom-client'
import type { Transaction } from '../database/database.ts'
import { asRole } from './as-role.ts'
import type { Services } from './services.ts'

/**
 * Gauges for `/metrics`, by name with what each says, read together when somebody looks: as the worker, in one transaction. No
 * figure while the database is away.
 */
export function readGauges<Name extends string>(
  services: Services,
  told: Readonly<Record<Name, string>>,
  read: (tx: Transaction) => Promise<Readonly<Record<Name, number>> | undefined>,
): Metric[] {
  let reading: Promise<Readonly<Record<Name, number>> | undefined> | null = null
  const readOnce = () => {
    const { database } = asRole(services, 'worker')
    reading ??= database
      .transaction({ kind: 'system' }, read)
      .catch(() => undefined)
      .finally(() => {
        reading = null
      })
    return reading
  }
  const gaugeOf = (name: Name) =>
    new Gauge({
      name,
      help: told[name],
      registers: [],
      async collect() {
        const figures = await readOnce()
        if (figures) this.set(figures[name])
        else this.remove()
      },
    })
  return namesOf(told).map(gaugeOf)
}

function namesOf<Name extends string>(told: Readonly<Record<Name, string>>): Name[] {
  const names: Name[] = []
  for (const name in told) names.push(name)
  return names
}
