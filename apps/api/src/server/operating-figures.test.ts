import { readFileSync } from 'node:fs'
import { afterAll, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { testProgram } from '../testing/servers/test-program.ts'
import { METRICS_FIELDS } from '../testing/servers/test-services.ts'

const folder = new URL('../../../../docs/operating/', import.meta.url)
const read = (name: string) => readFileSync(new URL(name, folder), 'utf8')
const dashboard = z.object({
  panels: z.array(z.object({ title: z.string(), targets: z.array(z.object({ expr: z.string() })) })),
})

/** Metrics that Prometheus adds itself. */
const OF_PROMETHEUS = ['up']

const p = await testProgram()
afterAll(() => p.close())

/** Metric names in a query: names before a selector, a range or the end that are no functions or labels. */
function namesIn(query: string): string[] {
  const bare = query.replaceAll(/"[^"]*"/g, '').replaceAll(/\{[^}]*\}|\b(by|on) *\([^)]*\)/g, '')
  return [...bare.matchAll(/\b([a-z_][a-z_0-9]*)\b(?! *\()/g)]
    .map(([, name]) => name ?? '')
    .filter((name) => !['or', 'and', 'unless', 'm', 'le'].includes(name))
}

/** The metrics in these queries that a running program does not export. */
async function untold(queries: readonly string[]): Promise<string[]> {
  const { body } = await p.server.inject({ url: '/metrics', headers: METRICS_FIELDS })
  const told = new Set<string>(OF_PROMETHEUS)
  for (const [, name = '', type] of body.matchAll(/^# TYPE (\S+) (\S+)$/gm)) {
    told.add(name)
    if (type === 'histogram') for (const part of ['_bucket', '_sum', '_count']) told.add(`${name}${part}`)
  }
  return queries.flatMap(namesIn).filter((name) => !told.has(name))
}

const alertQueries = (text: string) =>
  [...text.matchAll(/^ +expr: ['"](.+)['"]$/gm)].map(([, query]) => query ?? '')

test('each figure that the dashboard and the alerts name is one that a running program tells [proof 723]', async () => {
  const { panels } = z.parse(dashboard, JSON.parse(read('grafana.json')))
  const shown = panels.flatMap(({ targets }) => targets.map(({ expr }) => expr))
  const alerts = alertQueries(read('alerts.yaml'))
  expect(alerts).toHaveLength(11)
  expect(shown.length).toBeGreaterThan(20)
  expect(await untold([...shown, ...alerts])).toEqual([])
  expect(namesIn(shown.join(' ')).length).toBeGreaterThan(20)
  // An unknown metric is found wherever in a query it stands.
  const invented = [
    'sum(rate(adtally_gone_total{code="500"}[5m])) > 0',
    'max(adtally_jobs_due) or max(adtally_lost)',
  ]
  expect(await untold(invented)).toEqual(['adtally_gone_total', 'adtally_lost'])
})

test('each alert says what it means for customers and what to do', () => {
  const text = read('alerts.yaml')
  for (const part of ['alert', 'expr', 'for', 'summary', 'what_to_do'])
    expect([...text.matchAll(new RegExp(`^ +(- )?${part}: `, 'gm'))], part).toHaveLength(11)
})

test('what waits is told by its figures', async () => {
  const figures = async () => {
    const { body } = await p.server.inject({ url: '/metrics', headers: METRICS_FIELDS })
    return (name: string) => Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(body)?.[1])
  }
  await p.drain()
  expect((await figures())('adtally_outbox_messages')).toBe(0)
  await p.db.asOwner(
    `insert into platform.outbox (topic, key, payload, attempts, published_at)
     values ('nobody', '', '{}', 3, clock_timestamp() - interval '10 minutes')`,
  )
  const told = await figures()
  expect([told('adtally_outbox_messages'), told('adtally_outbox_failing')]).toEqual([1, 1])
  expect(told('adtally_outbox_oldest_seconds')).toBeGreaterThanOrEqual(600)
})
