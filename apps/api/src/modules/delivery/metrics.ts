import { Counter, Gauge, type Metric } from 'prom-client'
import { readGauges } from '../read-gauges.ts'
import type { Services } from '../services.ts'
import { waitingBatches } from './events/processor.repository.ts'
import { countriesOf } from './visitors/country-of.ts'
import { networksOf } from './visitors/network-of.ts'

/** This process's refusals by reason, decisions by what became of them and its database of countries, and what all processes have waiting for the books. */
export function deliveryMetrics(services: Services): Metric[] {
  const { counters } = services.delivery
  const { refusals_total, outcomes_total } = counters
  return [
    ...readGauges(
      services,
      {
        adtally_delivery_batches_waiting: 'Batches of events that are on disk and not in the books yet',
      },
      waitingBatches,
    ),
    counterOf(
      'adtally_delivery_refusals_total',
      'Events and postbacks refused, by reason',
      'reason',
      refusals_total,
    ),
    counterOf(
      'adtally_delivery_decisions_total',
      'Requests for an advertisement: filled, or the reason why not',
      'outcome',
      outcomes_total,
    ),
    countryDatabase(services),
    networkDatabase(services),
  ]
}

/** Always 1: which database of countries decisions are made by. */
function countryDatabase({ settings }: Services): Metric {
  return new Gauge({
    name: 'adtally_delivery_country_database_info',
    help: 'The database that tells countries by address: the day it was made, and the digest of its file',
    labelNames: ['built_on', 'sha256'],
    registers: [],
    collect() {
      if (settings.roles.includes('delivery')) this.set({ ...countriesOf(settings).build }, 1)
    },
  })
}

/** 1: which database data centres are told by; absent where the settings name none, and nobody is judged by it. */
function networkDatabase({ settings }: Services): Metric {
  return new Gauge({
    name: 'adtally_delivery_network_database_info',
    help: 'The database that tells networks by address, for the rule of data centres: the day it was made, and the digest of its file',
    labelNames: ['built_on', 'sha256'],
    registers: [],
    collect() {
      const build = settings.roles.includes('delivery') ? networksOf(settings)?.build : undefined
      if (build) this.set({ ...build }, 1)
    },
  })
}

/** A counter over plain numbers, read when it is collected. */
function counterOf<Label extends string>(
  name: string,
  help: string,
  label: Label,
  totals: ReadonlyMap<string, number>,
): Counter<Label> {
  return new Counter({
    name,
    help,
    labelNames: [label],
    registers: [],
    collect() {
      this.reset()
      for (const [value, total] of totals) this.labels(value).inc(total)
    },
  })
}
