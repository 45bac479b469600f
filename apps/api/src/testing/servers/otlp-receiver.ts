import { createServer, type Server } from 'node:http'
import { text } from 'node:stream/consumers'
import * as z from 'zod/mini'

const keyed = z.array(
  z.object({
    key: z.string(),
    value: z.object({
      stringValue: z.optional(z.string()),
      intValue: z.optional(z.union([z.number(), z.string()])),
      doubleValue: z.optional(z.number()),
    }),
  }),
)
const spanSchema = z.object({
  traceId: z.string(),
  spanId: z.string(),
  parentSpanId: z.optional(z.string()),
  name: z.string(),
  attributes: z.optional(keyed),
  links: z.optional(z.array(z.object({ traceId: z.string(), spanId: z.string() }))),
  status: z.optional(z.object({ code: z.optional(z.number()) })),
})
const tracesSchema = z.object({
  resourceSpans: z.array(
    z.object({
      resource: z.object({ attributes: keyed }),
      scopeSpans: z.array(z.object({ spans: z.array(spanSchema) })),
    }),
  ),
})
const metricsSchema = z.object({
  resourceMetrics: z.array(
    z.object({
      scopeMetrics: z.array(
        z.object({
          metrics: z.array(
            z.object({
              name: z.string(),
              histogram: z.optional(
                z.object({
                  dataPoints: z.array(
                    z.object({
                      count: z.union([z.number(), z.string()]),
                      bucketCounts: z.array(z.union([z.number(), z.string()])),
                      attributes: keyed,
                    }),
                  ),
                }),
              ),
            }),
          ),
        }),
      ),
    }),
  ),
})

export interface ReceivedSpan {
  name: string
  trace_id: string
  span_id: string
  parent_id: string
  facts: Record<string, string | number>
  links: { traceId: string; spanId: string }[]
  has_failed: boolean
}

/** A test's OTLP collector over HTTP with JSON; it may also take requests and never answer. */
export class OtlpReceiver {
  readonly spans: ReceivedSpan[] = []
  readonly services = new Set<string>()
  readonly metrics: z.infer<
    typeof metricsSchema
  >['resourceMetrics'][number]['scopeMetrics'][number]['metrics'] = []
  /** The raw bodies received. */
  readonly bodies: string[] = []
  readonly headers: Record<string, unknown>[] = []
  /** How many requests came, answered or not. */
  requests = 0
  readonly #server: Server

  private constructor(answers: boolean) {
    this.#server = createServer(async (request, response) => {
      this.requests += 1
      const body = await text(request).catch(() => '')
      if (!answers) return
      this.bodies.push(body)
      this.headers.push(request.headers)
      this.#take(request.url ?? '', JSON.parse(body))
      response.setHeader('content-type', 'application/json').end('{}')
    })
  }

  static async start(wishes: { answers: boolean } = { answers: true }): Promise<OtlpReceiver> {
    const receiver = new OtlpReceiver(wishes.answers)
    await new Promise<void>((resolve) => receiver.#server.listen(0, '127.0.0.1', resolve))
    return receiver
  }

  get url(): string {
    const address = this.#server.address()
    if (address === null || typeof address === 'string') throw new Error('the receiver does not listen')
    return `http://127.0.0.1:${address.port}`
  }

  named(name: string): ReceivedSpan[] {
    return this.spans.filter((span) => span.name === name)
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections()
    await new Promise((resolve) => this.#server.close(resolve))
  }

  #take(path: string, body: unknown): void {
    if (path === '/v1/metrics') {
      const { resourceMetrics } = z.parse(metricsSchema, body)
      this.metrics.push(
        ...resourceMetrics.flatMap((one) => one.scopeMetrics.flatMap(({ metrics }) => metrics)),
      )
      return
    }
    for (const { resource, scopeSpans } of z.parse(tracesSchema, body).resourceSpans) {
      this.services.add(String(factsOf(resource.attributes)['service.name']))
      for (const span of scopeSpans.flatMap(({ spans }) => spans)) this.spans.push(receivedOf(span))
    }
  }
}

function receivedOf(span: z.infer<typeof spanSchema>): ReceivedSpan {
  const ERROR = 2
  return {
    name: span.name,
    trace_id: span.traceId,
    span_id: span.spanId,
    parent_id: span.parentSpanId ?? '',
    facts: factsOf(span.attributes ?? []),
    links: span.links ?? [],
    has_failed: span.status?.code === ERROR,
  }
}

function factsOf(attributes: z.infer<typeof keyed>): Record<string, string | number> {
  return Object.fromEntries(
    attributes.map(({ key, value: { stringValue, intValue, doubleValue } }) => [
      key,
      stringValue ?? (intValue === undefined ? (doubleValue ?? '') : Number(intValue)),
    ]),
  )
}
