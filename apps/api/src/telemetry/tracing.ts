/**
 * What a span may say, and nothing else: no name, address, token or amount of a customer, and no text of an error, which may
 * repeat one.
 */
export interface SpanFacts {
  request_id?: string
  customer_id?: string
  /** Of SPEC §8, as `reason`. */
  code?: number
  reason?: string
  /** The process role that a transaction acts as. */
  role?: string
  /** How many acts a group commit holds. */
  acts?: number
  /** How often it was tried. */
  tries?: number
  topic?: string
  kind?: string
  /** The class or code of an error. */
  error?: string
}

/** What is told apart in traces; a call's span is named after the call. */
export type SpanName =
  | 'transaction'
  | 'transaction.commit'
  | 'ledger.batch'
  | 'outbox.message'
  | 'job'
  | 'bank.request'
  | 'mail.send'
  | 'webpush.send'
  | 'media.fetch'

/** One piece of work as a trace shows it. */
export interface Span {
  /** Runs `work` as what this span is about: spans that begin in it are its children. */
  within<T>(work: () => T): T
  /** Adds what is known by now. */
  note(facts: SpanFacts): void
  /** Ends it; with an error it failed. A second end does nothing. */
  end(error?: unknown): void
}

/** How spans are made while telemetry is on. */
export interface Tracing {
  call(name: string, traceparent: string | undefined): Span
  /** Of the work of the request in hand that goes on in another transaction or process; of none: a trace of its own. */
  work(name: SpanName, facts: SpanFacts): Span
  /** A child of what is being done, or the beginning of a trace. */
  begin(name: SpanName, facts: SpanFacts): Span
  /** What is done for all of `origins` together: a child of one of them, linked with all. */
  shared(name: SpanName, origins: readonly (Span | null)[], facts: SpanFacts): Span
  current(): Span | null
}

// Null while telemetry is off, which is then all that anything costs: one look at this variable.
let tracing: Tracing | null = null

/** Turns tracing on, or off by null; for `startTelemetry` alone. */
export function setTracing(made: Tracing | null): void {
  tracing = made
}

/**
 * A span for a call that begins; null where telemetry is off. `traceparent` (W3C) continues the trace of whoever asks: pass it
 * only where the request came by a proxy that is trusted.
 */
export function beginCall(name: string, traceparent: string | string[] | undefined): Span | null {
  if (tracing === null) return null
  return tracing.call(name, typeof traceparent === 'string' ? traceparent : undefined)
}

/** Does what a message or job of the request in hand asks for, in its trace, wherever the request began. */
export function tracedWork<T>(
  name: 'outbox.message' | 'job',
  facts: SpanFacts,
  work: () => Promise<T>,
): Promise<T> {
  return tracing === null ? work() : ended(tracing.work(name, facts), work)
}

/** Runs `work` as what `span` is about; as it is where telemetry is off. */
export function within<T>(span: Span | null, work: () => T): T {
  return span === null ? work() : span.within(work)
}

/** What is being done now, for what is carried out later together with others; null where telemetry is off. */
export function currentSpan(): Span | null {
  return tracing === null ? null : tracing.current()
}

/** Adds to the span of what is being done. */
export function noteOnSpan(facts: SpanFacts): void {
  if (tracing !== null) tracing.current()?.note(facts)
}

/** Does `work` in a span of its own, which fails where it rejects. */
export function traced<T>(name: SpanName, facts: SpanFacts, work: () => Promise<T>): Promise<T> {
  return tracing === null ? work() : ended(tracing.begin(name, facts), work)
}

/** As `traced`, where it is part of something that has a span; what nobody asked for needs none. */
export function tracedPart<T>(name: SpanName, facts: SpanFacts, work: () => Promise<T>): Promise<T> {
  return tracing === null || tracing.current() === null ? work() : ended(tracing.begin(name, facts), work)
}

/** As `traced`, for what is done for many at once. */
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
