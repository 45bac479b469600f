import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { planPut } from '@adtally/contract/plans/plans.ts'
import { pino } from 'pino'
import { Registry } from 'prom-client'
import { afterAll, afterEach, expect, test, vi } from 'vitest'
import { newId } from '../database/identifiers.ts'
import { DAY_MS } from '../lib/time-zones.ts'
import type { LedgerWriter } from '../modules/ledger/index.ts'
import { placePlan } from '../modules/plans/index.ts'
import { OtlpReceiver, type ReceivedSpan } from '../testing/servers/otlp-receiver.ts'
import { testProgram } from '../testing/servers/test-program.ts'
import { METRICS_FIELDS, testSettings } from '../testing/servers/test-services.ts'
import { buildCustomer } from '../testing/worlds/build-customer.ts'
import { buildProduct, giveCash } from '../testing/worlds/build-marketplace.ts'
import { exportMetrics, startTelemetry } from './start-telemetry.ts'
import { beginCall, traced, within } from './tracing.ts'

const run = promisify(execFile)
const TELEMETRY_PROCESS = fileURLToPath(new URL('../testing/servers/telemetry-process.ts', import.meta.url))
const UNIT = 1_000_000n
/** What is sent at once, at most. */
const BATCH = 512
/** How long a stop waits for the collector, with margin for a busy machine. */
const STOP_MS_MAX = 8_000
/** All that a span may tell (`SpanFacts`). */
const FACTS = 'request_id customer_id code reason role acts tries topic kind error'.split(' ')

const p = await testProgram({ settings: testSettings({ TRUST_PROXY: '1' }) })
const customer = await buildCustomer(p.services)
await giveCash(p.services, customer.customer_id, 1_000n * UNIT)
const product = await buildProduct(p.services)
await p.drain()
let stopTelemetry = async () => {}

afterEach(async () => {
  await stopTelemetry()
  stopTelemetry = async () => {}
})
afterAll(() => p.close())

const silent = pino({ level: 'silent' })

async function place(headers: Record<string, string> = {}, token = customer.token) {
  const input = { request_id: newId(), product_id: product.product_id, amount: '137.29', duration_days: 30 }
  return await p.call(planPut, input, { token, headers })
}

/** What a collector receives while `work` runs. */
async function received(work: () => Promise<unknown>): Promise<OtlpReceiver> {
  const receiver = await OtlpReceiver.start()
  try {
    stopTelemetry = await startTelemetry(receiver.url, silent)
    await work()
    await stopTelemetry()
  } finally {
    await receiver.stop()
  }
  return receiver
}

/** What a program with these settings loaded and requested. */
async function ranAlone(variables: Record<string, string>): Promise<{ asked: number; loaded: number }> {
  const { stdout } = await run(process.execPath, [TELEMETRY_PROCESS, JSON.stringify(p.db.program)], {
    env: { PATH: process.env.PATH, ...variables },
  })
  return JSON.parse(stdout)
}

function only(spans: readonly ReceivedSpan[]): ReceivedSpan {
  const [span, ...more] = spans
  if (!span || more.length > 0) throw new Error(`${spans.length} spans were sent, not one`)
  return span
}

const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01'
const NO_PLAN = { request_id: newId(), product_id: newId(), amount: '1.00' }

test('a trace of the proxy’s is gone on with, and linked with that of the request; a refusal tells its reason', async () => {
  const receiver = await received(() => place({ traceparent }, 'a-token-that-opens-nothing'))
  const call = only(receiver.named(planPut.name))
  expect(call).toMatchObject({ trace_id: '0af7651916cd43dd8448eb211c80319c', parent_id: 'b7ad6b7169203331' })
  expect(call.links).toMatchObject([{ spanId: call.span_id }])
  expect(call.facts).toMatchObject({ code: 401, reason: 'not_signed_in' })
  expect(call.has_failed).toBe(false)
})

test('without a proxy in front, no caller’s trace is continued', async () => {
  const alone = await testProgram()
  const receiver = await received(() => alone.call(planPut, NO_PLAN, { headers: { traceparent } }))
  await alone.close()
  expect(only(receiver.named(planPut.name))).toMatchObject({ parent_id: '', links: [] })
})

test('acts that are committed together have one batch between them, linked with each of their calls', async () => {
  const all = Promise.withResolvers<void>()
  let ready = 0
  const ledger: LedgerWriter = {
    ...p.services.ledger,
    async submit(action) {
      ready += 1
      if (ready === 3) all.resolve()
      await all.promise
      return await p.services.ledger.submit(action)
    },
  }
  const placeInCall = async () => {
    const call = beginCall(planPut.name, undefined)
    const parts = { cash_micros: 20n * UNIT, discount_micros: 0n, startup_micros: 0n }
    const asked = { request_id: newId(), product_id: product.product_id, parts }
    await within(call, () => placePlan({ ...p.services, ledger }, customer.customer_id, asked))
    call?.end()
  }
  const receiver = await received(() => Promise.all([placeInCall(), placeInCall(), placeInCall()]))
  const calls = receiver.named(planPut.name)
  const batch = only(receiver.named('ledger.batch'))
  expect(batch.facts.acts).toBe(3)
  const others = calls.filter(({ span_id }) => span_id !== batch.parent_id)
  expect(others).toHaveLength(2)
  expect(batch.links.map(({ spanId }) => spanId).sort()).toEqual(others.map(({ span_id }) => span_id).sort())
  for (const other of others) expect(other.links).toMatchObject([{ spanId: batch.span_id }])
})

test('a failure tells the class and code of its error, and not what it says', async () => {
  const receiver = await received(() =>
    traced('mail.send', {}, () =>
      Promise.reject(Object.assign(new TypeError('ann@x.example'), { code: 'EAUTH' })),
    ).catch(() => {}),
  )
  const span = only(receiver.named('mail.send'))
  expect(span).toMatchObject({ has_failed: true, facts: { error: 'TypeError EAUTH' } })
  expect(receiver.bodies.join()).not.toContain('ann@x.example')
})

test('the collector is told the figures of /metrics, histograms too', async () => {
  const receiver = await OtlpReceiver.start()
  stopTelemetry = await startTelemetry(receiver.url, silent)
  const told = await testProgram()
  await told.call(planPut, NO_PLAN)
  await stopTelemetry()
  const reply = await told.server.inject({ url: '/metrics', headers: METRICS_FIELDS })
  await told.close()
  await receiver.stop()
  const listed = [...reply.body.matchAll(/^# TYPE (\S+) (?!summary)/gm)].map(([, name]) => name)
  const names = new Set(receiver.metrics.map(({ name }) => name))
  expect(listed.filter((name) => name !== undefined && !names.has(name))).toEqual([])
  const durations = receiver.metrics.find(({ name }) => name === 'adtally_call_duration_seconds')
  const point = durations?.histogram?.dataPoints[0]
  expect(Number(point?.count)).toBe(1)
  expect(point?.bucketCounts.reduce<number>((sum, count) => sum + Number(count), 0)).toBe(1)
})

test('without a collector no package of OpenTelemetry is loaded and nobody is asked anything; with one both are [proof 721]', async () => {
  const receiver = await OtlpReceiver.start()
  const off = await ranAlone({ OTEL_SERVICE_NAME: 'ads', OTEL_TRACES_SAMPLER: 'always_on' })
  expect(off).toEqual({ asked: 0, loaded: 0 })
  expect(receiver.requests).toBe(0)
  const on = await ranAlone({
    OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url,
    OTEL_EXPORTER_OTLP_HEADERS: 'x-team=ads',
    OTEL_SERVICE_NAME: 'ads',
  })
  await receiver.stop()
  expect(on.loaded).toBeGreaterThan(0)
  expect(on.asked).toBe(receiver.requests)
  expect(receiver.services).toEqual(new Set(['ads']))
  expect(receiver.headers[0]).toMatchObject({ 'x-team': 'ads' })
})

test('a collector that hangs, or is not there, holds up neither calls nor the stop, and the log says so once [proof 722]', async () => {
  const hanging = await OtlpReceiver.start({ answers: false })
  vi.stubEnv('OTEL_EXPORTER_OTLP_TIMEOUT', '300')
  try {
    for (const endpoint of [hanging.url, 'http://127.0.0.1:9']) {
      const said: string[] = []
      const log = pino({ level: 'warn' }, { write: (line) => said.push(line) })
      const stop = await startTelemetry(endpoint, log)
      exportMetrics(new Registry())
      expect(await place()).toMatchObject({ code: 200 })
      // More spans than one export holds, so that more than one fails.
      for (let sent = 0; sent < 2; sent += 1) {
        for (let count = 0; count < BATCH; count += 1) beginCall('none', undefined)?.end()
        await expect.poll(() => said.length).toBeGreaterThan(0)
      }
      beginCall('none', undefined)?.end()
      vi.stubEnv('OTEL_EXPORTER_OTLP_TIMEOUT', '60000')
      const began_ms = performance.now()
      await stop()
      expect(performance.now() - began_ms).toBeLessThan(STOP_MS_MAX)
      expect(said).toHaveLength(1)
      expect(said[0]).toContain('the telemetry collector takes nothing')
      expect(await place()).toMatchObject({ code: 200 })
    }
    expect(hanging.requests).toBeGreaterThan(1)
  } finally {
    vi.unstubAllEnvs()
    await hanging.stop()
  }
})

test('a placed plan is one trace from the call to the commit, and its job and message are in it, by the id of its request; nothing of its customer but the id is told [proof 720]', async () => {
  const request_id = newId()
  const receiver = await received(async () => {
    expect(await place({ 'x-request-id': request_id })).toMatchObject({ code: 200 })
    // Its advertisement is never shown: the plan fails at its deadline, and the customer is told.
    await p.advance(10 * DAY_MS)
  })
  const call = only(receiver.named(planPut.name))
  const below = (parent: ReceivedSpan, name: string) =>
    only(receiver.named(name).filter(({ parent_id }) => parent_id === parent.span_id))
  const batch = below(call, 'ledger.batch')
  const transaction = below(batch, 'transaction')
  const commit = below(transaction, 'transaction.commit')
  expect(call.facts).toMatchObject({ code: 200, customer_id: customer.customer_id })
  expect(batch.facts).toMatchObject({ acts: 1, tries: 1 })

  const jobs = receiver
    .named('job')
    .filter(({ facts }) => facts.kind === 'plan.due' && facts.request_id === request_id)
  const messages = receiver
    .named('outbox.message')
    .filter(({ facts }) => facts.topic === 'customer.notify' && facts.request_id === request_id)
  expect([jobs.length, messages.length].every((count) => count > 0)).toBe(true)
  for (const span of [call, batch, transaction, commit, ...jobs, ...messages]) {
    expect(span.facts.request_id, span.name).toBe(request_id)
    expect(span.trace_id, span.name).toBe(request_id.replaceAll('-', ''))
  }
  for (const span of [...jobs, ...messages]) expect(span.parent_id).toBe(call.span_id)

  expect(receiver.services).toEqual(new Set(['adtally']))
  const told = new Set(receiver.spans.flatMap(({ facts }) => Object.keys(facts)))
  expect([...told].filter((name) => !FACTS.includes(name))).toEqual([])
  const bodies = receiver.bodies.join('\n')
  for (const secret of [customer.token, customer.username, '137.29', '137290000']) {
    expect(bodies).not.toContain(secret)
  }
})
