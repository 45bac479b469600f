import { type HrTime, ValueType } from '@opentelemetry/api'
import type { Resource } from '@opentelemetry/resources'
import {
  AggregationTemporality,
  type CollectionResult,
  DataPointType,
  type MetricData,
  type MetricProducer,
} from '@opentelemetry/sdk-metrics'
import type { MetricObjectWithValues, MetricValueWithName, Registry } from 'prom-client'

type Value = MetricValueWithName<string>
type Described = MetricObjectWithValues<Value>

/** Exports the figures of `/metrics` to OpenTelemetry's reader, so that each is counted only once. */
export class PrometheusProducer implements MetricProducer {
  readonly #registry: Registry
  readonly #resource: Resource
  readonly #began: HrTime = hrTimeOf(Date.now())

  constructor(registry: Registry, resource: Resource) {
    this.#registry = registry
    this.#resource = resource
  }

  async collect(): Promise<CollectionResult> {
    const described: Described[] = await this.#registry.getMetricsAsJSON()
    const times = { startTime: this.#began, endTime: hrTimeOf(Date.now()) }
    const metrics = described.flatMap((metric) => dataOf(metric, times) ?? [])
    return {
      resourceMetrics: {
        resource: this.#resource,
        scopeMetrics: [{ scope: { name: 'adtally' }, metrics }],
      },
      errors: [],
    }
  }
}

interface Times {
  startTime: HrTime
  endTime: HrTime
}

/** Null for a summary, a kind that OpenTelemetry no longer accepts. */
function dataOf(metric: Described, times: Times): MetricData | null {
  const { name, help: description, values } = metric
  const base = {
    descriptor: { name, description, unit: '', valueType: ValueType.DOUBLE },
    aggregationTemporality: AggregationTemporality.CUMULATIVE,
  }
  const points = () => values.map(({ labels, value }) => ({ ...times, attributes: { ...labels }, value }))
  switch (String(metric.type)) {
    case 'counter':
      return { ...base, dataPointType: DataPointType.SUM, isMonotonic: true, dataPoints: points() }
    case 'gauge':
      return { ...base, dataPointType: DataPointType.GAUGE, dataPoints: points() }
    case 'histogram':
      return { ...base, dataPointType: DataPointType.HISTOGRAM, dataPoints: histogramPoints(values, times) }
    default:
      return null
  }
}

/** Turns Prometheus's cumulative buckets into separate ones. */
function histogramPoints(values: readonly Value[], times: Times) {
  const series = Map.groupBy(values, ({ labels: { le: _le, ...labels } }) => JSON.stringify(labels))
  return [...series.values()].map((some) => {
    const { le: _le, ...attributes } = some[0]?.labels ?? {}
    const buckets = some.filter(({ labels }) => labels.le !== undefined)
    const ends = buckets.map(({ labels }) => Number(labels.le)).filter(Number.isFinite)
    const totals = buckets.map(({ value }) => value)
    const ofPart = (part: string) => some.find(({ metricName }) => metricName?.endsWith(part))?.value ?? 0
    return {
      ...times,
      attributes,
      value: {
        buckets: {
          boundaries: ends,
          counts: totals.map((total, index) => total - (totals[index - 1] ?? 0)),
        },
        sum: ofPart('_sum'),
        count: ofPart('_count'),
      },
    }
  })
}

function hrTimeOf(time_ms: number): HrTime {
  return [Math.floor(time_ms / 1000), (time_ms % 1000) * 1_000_000]
}
