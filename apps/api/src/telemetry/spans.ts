import { AsyncLocalStorage } from 'node:async_hooks'
import { randomUUID } from 'node:crypto'
import {
  type Link,
  type Span as OtelSpan,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  TraceFlags,
  type Tracer,
  trace,
} from '@opentelemetry/api'
import { W3CTraceContextPropagator } from '@opentelemetry/core'
import { type IdGenerator, RandomIdGenerator, type Sampler, SamplingDecision } from '@opentelemetry/sdk-trace'
import { currentRequestId, inRequest } from '../lib/request-context.ts'
import { callSpanIdOf, traceIdOf } from './request-trace.ts'
import type { Span, SpanFacts, SpanName, Tracing } from './tracing.ts'

const ERROR_CODE = /^[A-Za-z0-9_]{1,40}$/
const propagator = new W3CTraceContextPropagator()
const FIELD = {
  get: (traceparent: string) => traceparent,
  keys: () => ['traceparent'],
}

/** Generates random ids, except those preset for the next span. */
export class GivenIds implements IdGenerator {
  trace_id: string | null = null
  span_id: string | null = null
  readonly #random = new RandomIdGenerator()

  generateTraceId(): string {
    return this.trace_id ?? this.#random.generateTraceId()
  }

  generateSpanId(): string {
    return this.span_id ?? this.#random.generateSpanId()
  }
}

type Running = AsyncLocalStorage<TracedSpan>

/** An SDK span with its request's id. */
class TracedSpan implements Span {
  readonly span: OtelSpan
  readonly request_id: string
  protected readonly running: Running

  constructor(span: OtelSpan, request_id: string, running: Running) {
    this.span = span
    this.request_id = request_id
    this.running = running
  }

  within<T>(work: () => T): T {
    // An unsampled span records nothing, so no child has to find it.
    return this.span.isRecording() ? this.running.run(this, work) : work()
  }

  note(facts: SpanFacts): void {
    this.span.setAttributes({ ...facts })
  }

  end(error?: unknown): void {
    if (error !== undefined && this.span.isRecording()) {
      this.span.setStatus({ code: SpanStatusCode.ERROR })
      this.span.setAttribute('error', errorName(error))
    }
    this.span.end()
  }
}

/** The first span of a request's work; runs it under the request's id, so that what follows carries it. */
class FirstSpan extends TracedSpan {
  override within<T>(work: () => T): T {
    const run = () => super.within(work)
    return !this.span.isRecording() || currentRequestId() === this.request_id
      ? run()
      : inRequest({ request_id: this.request_id }, run)
  }
}

/** Class and code only: an error's message may repeat what somebody typed. */
function errorName(error: unknown): string {
  if (!(error instanceof Error)) return typeof error
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  return ERROR_CODE.test(code) ? `${error.name} ${code}` : error.name
}

/** Makes spans with `tracer`, whose ids come from `ids`; `root` samples traces that begin here. */
export function createTracing(tracer: Tracer, ids: GivenIds, root: Sampler): Tracing {
  const running: Running = new AsyncLocalStorage()

  function child(
    name: SpanName,
    parent: TracedSpan | undefined,
    facts: SpanFacts,
    links: Link[] = [],
  ): TracedSpan {
    if (!parent) return alone(name, currentRequestId() ?? randomUUID(), facts)
    const { request_id } = parent
    const attributes = { ...facts, request_id }
    const context = trace.setSpan(ROOT_CONTEXT, parent.span)
    return new TracedSpan(tracer.startSpan(name, { attributes, links }, context), request_id, running)
  }

  /** The first span of a trace that belongs to no call. */
  function alone(name: SpanName, request_id: string, facts: SpanFacts): TracedSpan {
    ids.trace_id = traceIdOf(request_id)
    const span = tracer.startSpan(name, { attributes: { ...facts, request_id }, root: true }, ROOT_CONTEXT)
    ids.trace_id = null
    return new TracedSpan(span, request_id, running)
  }

  return {
    call(name, traceparent) {
      const request_id = currentRequestId() ?? randomUUID()
      const context = traceparent ? propagator.extract(ROOT_CONTEXT, traceparent, FIELD) : ROOT_CONTEXT
      const trace_id = traceIdOf(request_id)
      const asked_by = trace.getSpanContext(context)
      // Messages and jobs know only the request, so the trace follows its id; a proxy's other trace is linked.
      const links = asked_by && asked_by.traceId !== trace_id ? [{ context: callOf(request_id, root) }] : []
      const options = { kind: SpanKind.SERVER, attributes: { request_id }, links }
      ids.trace_id = trace_id
      ids.span_id = callSpanIdOf(trace_id)
      const span = tracer.startSpan(name, options, context)
      ids.trace_id = null
      ids.span_id = null
      return new FirstSpan(span, request_id, running)
    },
    work(name, facts) {
      const request_id = currentRequestId()
      if (request_id === null) return alone(name, randomUUID(), facts)
      const context = trace.setSpanContext(ROOT_CONTEXT, callOf(request_id, root))
      const attributes = { ...facts, request_id }
      const span = tracer.startSpan(name, { kind: SpanKind.CONSUMER, attributes }, context)
      return new FirstSpan(span, request_id, running)
    },
    begin: (name, facts) => child(name, running.getStore(), facts),
    shared(name, origins, facts) {
      const spans = origins.filter((origin) => origin instanceof TracedSpan)
      const parent = spans.find(({ span }) => span.isRecording()) ?? spans[0]
      const others = spans.filter((origin) => origin !== parent)
      const links = others.map(({ span }) => ({ context: span.spanContext() }))
      const made = child(name, parent, facts, links)
      for (const { span } of others) span.addLink({ context: made.span.spanContext() })
      return made
    },
    current: () => running.getStore() ?? null,
  }
}

/** The span context of the call that a request began with, sampled as its trace is. */
function callOf(request_id: string, root: Sampler) {
  const trace_id = traceIdOf(request_id)
  const { decision } = root.shouldSample(ROOT_CONTEXT, trace_id, '', SpanKind.SERVER, {}, [])
  const is_sampled = decision === SamplingDecision.RECORD_AND_SAMPLED
  return {
    traceId: trace_id,
    spanId: callSpanIdOf(trace_id),
    traceFlags: is_sampled ? TraceFlags.SAMPLED : TraceFlags.NONE,
    isRemote: true,
  }
}
