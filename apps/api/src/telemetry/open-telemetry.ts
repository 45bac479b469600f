import { diag } from '@opentelemetry/api'
import { type ExportResult, ExportResultCode } from '@opentelemetry/core'
import { OTLPMetricExporter } from '@opentelemetry/exporter-metrics-otlp-http'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import {
  defaultResource,
  detectResources,
  envDetector,
  resourceFromAttributes,
} from '@opentelemetry/resources'
import { MeterProvider, PeriodicExportingMetricReader } from '@opentelemetry/sdk-metrics'
import { BatchSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace'
import type { Logger } from 'pino'
import type { Registry } from 'prom-client'
import { PrometheusProducer } from './prometheus-producer.ts'
import { EVERY_TRACE, samplersOf } from './sampler.ts'
import { createTracing, GivenIds } from './spans.ts'
import { setTracing } from './tracing.ts'

export interface OpenTelemetry {
  exportMetrics(registry: Registry): void
  /** Sends what is left within this time, then turns tracing off. */
  close(within_ms: number): Promise<void>
}

/**
 * Sends traces and metrics to the collector at `endpoint` by OTLP over HTTP. OpenTelemetry's packages read all else
 * from their standard variables. While a collector is away its data is lost; the log says so once.
 */
export function openTelemetry(endpoint: string, log: Logger): OpenTelemetry {
  const resource = defaultResource()
    .merge(resourceFromAttributes({ 'service.name': 'adtally' }))
    .merge(detectResources({ detectors: [envDetector] }))
  const address = (signal: string) => `${endpoint.replace(/\/$/, '')}/v1/${signal}`
  const told = tellOnce(log)
  const named = samplersOf(process.env)
  if (!named) log.warn('OTEL_TRACES_SAMPLER and OTEL_TRACES_SAMPLER_ARG name no sampler: every trace is sent')
  const samplers = named ?? EVERY_TRACE
  const ids = new GivenIds()
  const exporter = new OTLPTraceExporter({ url: address('traces') })
  const provider = new TracerProvider({
    resource,
    sampler: samplers.any,
    idGenerator: ids,
    spanProcessors: [new BatchSpanProcessor({ exporter: watched(exporter, told) })],
  })
  setTracing(createTracing(provider.getTracer('adtally'), ids, samplers.root))
  let meters: MeterProvider | null = null
  return {
    exportMetrics(registry) {
      const metric_exporter = new OTLPMetricExporter({ url: address('metrics') })
      const reader = new PeriodicExportingMetricReader({
        exporter: watched(metric_exporter, told),
        metricProducers: [new PrometheusProducer(registry, resource)],
      })
      meters = new MeterProvider({ resource, readers: [reader] })
    },
    async close(within_ms) {
      setTracing(null)
      const ended = Promise.allSettled([provider.shutdown(), meters?.shutdown()])
      const { promise: late, resolve } = Promise.withResolvers<void>()
      const timer = setTimeout(resolve, within_ms)
      await Promise.race([ended, late])
      clearTimeout(timer)
      diag.disable()
    },
  }
}

type Told = (result: ExportResult) => void

/** Logs once that a collector is away, and once that it is back. */
function tellOnce(log: Logger): Told {
  let is_away = false
  return ({ code, error }) => {
    const was_away = is_away
    is_away = code !== ExportResultCode.SUCCESS
    if (is_away && !was_away) {
      log.warn(
        { reason: error?.name },
        'the telemetry collector takes nothing: what it misses is lost, nothing else',
      )
    }
    if (!is_away && was_away) log.info('the telemetry collector takes traces and metrics again')
  }
}

interface Exporter<Batch> {
  export(batch: Batch, tell: (result: ExportResult) => void): void
}

/** The same exporter, reporting each result to `told`. */
function watched<Batch, Watched extends Exporter<Batch>>(exporter: Watched, told: Told): Watched {
  const send = exporter.export.bind(exporter)
  exporter.export = (batch, tell) =>
    send(batch, (result) => {
      told(result)
      tell(result)
    })
  return exporter
}
