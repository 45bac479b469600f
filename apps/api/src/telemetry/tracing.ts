/** All that a span may carry: no name, address, token or amount of a customer, and no error text. */
export interface SpanFacts {
  request_id?: string
  customer_id?: string
  /** The code of SPEC §8 that belongs to `reason`. */
  code?: number
  reason?: string
  /** The process role of a transaction. */
  role?: string
  /** How many acts are in a group commit. */
  acts?: number
  tries?: number
  topic?: string
  kind?: string
  /** The class or code of an error. */
  error?: string
}

/** The kinds of spans; a call's span is named after the call. */
export type SpanName =
  | 'transaction'
  | 'transaction.commit'
  | 'ledger.batch'
  | 'outbox.message'
  | 'job'
  | 'bank.request'
  | 'mail.send'
  | 'webpush.send'
  | 'notices.send'
  | 'media.fetch'
  | 'sellers.look'

/** A span of a trace. */
export interface Span {
  /** Runs `work` inside this span: spans that begin there are its children. */
  within<T>(work: () => T): T
  note(facts: SpanFacts): void
  /** Ends the span, as failed if there is an error. A second end does nothing. */
  end(error?: unknown): void
}

/** Makes spans while telemetry is on. */
export interface Tracing {
  call(name: string, traceparent: string | undefined): Span
  /** A span for the current request's work in another transaction or process; without a request, its own trace. */
  work(name: SpanName, facts: SpanFacts): Span
  /** A child of the current span, or the start of a trace. */
  begin(name: SpanName, facts: SpanFacts): Span
  /** A span for work done for all `origins` together: a child of one, linked to all. */
  shared(name: SpanName, origins: readonly (Span | null)[], facts: SpanFacts): Span
  current(): Span | null
}

// Null while telemetry is off, when all it costs is one look at this variable.
let tracing: Tracing | null = null

/** Turns tracing on, or off with null; only `startTelemetry` calls it. */
export function setTracing(made: Tracing | null): void {
  tracing = made
}

/** Starts a call's span; null if telemetry is off. Pass `traceparent` (W3C) only from a trusted proxy. */
export function beginCall(name: string, traceparent: string | string[] | undefined): Span | null {
  if (tracing === null) return null
  return tracing.call(name, typeof traceparent === 'string' ? traceparent : undefined)
}

/** Runs a message's or job's work in the trace of its request, wherever that began. */
export function tracedWork<T>(
  name: 'outbox.message' | 'job',
  facts: SpanFacts,
  work: () => Promise<T>,
): Promise<T> {
  return tracing === null ? work() : ended(tracing.work(name, facts), work)
}

/** Runs `work` inside `span`, or just runs it if telemetry is off. */
export function within<T>(span: Span | null, work: () => T): T {
  return span === null ? work() : span.within(work)
}

/** The current span, for work that is carried out later together with others; null if telemetry is off. */
export function currentSpan(): Span | null {
  return tracing === null ? null : tracing.current()
}

/** Adds facts to the current span. */
export function noteOnSpan(facts: SpanFacts): void {
  if (tracing !== null) tracing.current()?.note(facts)
}

/** Runs `work` in its own span, which fails if it rejects. */
export function traced<T>(name: SpanName, facts: SpanFacts, work: () => Promise<T>): Promise<T> {
  return tracing === null ? work() : ended(tracing.begin(name, facts), work)
}

/** Like `traced`, but only inside another span: work that nobody asked for needs none. */
export function tracedPart<T>(name: SpanName, facts: SpanFacts, work: () => Promise<T>): Promise<T> {
  return tracing === null || tracing.current() === null ? work() : ended(tracing.begin(name, facts), work)
}

/** Like `traced`, for work that is done for many at once. */
export function tracedTogether<T>(
  name: SpanName,
  origins: readonly (Span | null)[],
  facts: SpanFacts,
  work: () => Promise<T>,
): Promise<T> {
  return tracing === null ? work() : ended(tracing.shared(name, origins, facts), work)
}

async function ended<T>(span: Span, work: () => Promise<T>): Promise<T> {
  try {
    const result = await span.within(work)
    span.end()
    return result
  } catch (error) {
    span.end(error)
    throw error
  }
}
