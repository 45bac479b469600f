import { Histogram, type MetricObjectWithValues, type MetricValueWithName, type Registry } from 'prom-client'

const NAME = 'adtally_call_duration_seconds'
const HELP = 'Time from the parsed request to the answer'
const BUCKETS_S = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5]

type Label = 'call' | 'le'

interface Observed {
  call: string
  /** Observations per bucket, not cumulative; the last one is above all bounds. */
  counts: Float64Array
  sum_s: number
}

const DECLARED = { name: NAME, help: HELP, labelNames: ['call'], buckets: BUCKETS_S } as const

/** A histogram that counts in plain numbers and adds up when read: a poll pays for a comparison or two. */
export class CallDurations extends Histogram<Label> {
  readonly #observed: Observed[] = []
  readonly #empty = new Histogram<Label>({ ...DECLARED, buckets: BUCKETS_S, registers: [] })

  constructor(registry: Registry) {
    super({ ...DECLARED, buckets: BUCKETS_S, registers: [registry] })
  }

  /** Returns the function that observes durations, in seconds, of one call. */
  of(call: string): (duration_s: number) => void {
    const observed: Observed = { call, counts: new Float64Array(BUCKETS_S.length + 1), sum_s: 0 }
    this.#observed.push(observed)
    return (duration_s) => {
      let bucket = 0
      while (duration_s > (BUCKETS_S[bucket] ?? Number.POSITIVE_INFINITY)) bucket += 1
      observed.counts[bucket] = (observed.counts[bucket] ?? 0) + 1
      observed.sum_s += duration_s
    }
  }

  /** Called by the registry in place of `get`. */
  getForPromString(): Promise<MetricObjectWithValues<MetricValueWithName<Label>>> {
    return this.get()
  }

  override async get(): Promise<MetricObjectWithValues<MetricValueWithName<Label>>> {
    const metric = await this.#empty.get()
    return { ...metric, values: this.#observed.flatMap(valuesOf) }
  }
}

function valuesOf({ call, counts, sum_s }: Observed): MetricValueWithName<Label>[] {
  const values: MetricValueWithName<Label>[] = []
  let total = 0
  for (const [bucket, count] of counts.entries()) {
    total += count
    const le = BUCKETS_S[bucket] ?? '+Inf'
    values.push({ metricName: `${NAME}_bucket`, labels: { call, le }, value: total })
  }
  if (total === 0) return []
  values.push({ metricName: `${NAME}_sum`, labels: { call }, value: sum_s })
  values.push({ metricName: `${NAME}_count`, labels: { call }, value: total })
  return values
}
