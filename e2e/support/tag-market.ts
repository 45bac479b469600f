import { randomUUID } from 'node:crypto'
import { planPut } from '@adtally/contract/plans/plans.ts'
import { expect } from '@playwright/test'
import type { Pool } from 'pg'
import * as z from 'zod/mini'
import { createPool } from '../../apps/api/src/database/connection.ts'
import { DATABASE } from '../../apps/api/src/database/setup/roles.ts'
import { drawPoster } from '../../apps/api/src/demo/seed/artwork/posters.ts'
import { type Site, startSite } from '../../apps/api/src/demo/site-server.ts'
import { superuserOf } from './kills/kill-setup.ts'
import { type LiveMarket, startLiveMarket } from './live-market.ts'
import { PRODUCT } from './market.ts'
import { documentFile } from './offices/document-file.ts'
import { payingCustomer } from './paying-customer.ts'
import { PHONE } from './screens/phone.ts'

/** A page of the publisher's, with the fields that it is sent with. */
interface ServedPage {
  html: string
  headers: Readonly<Record<string, string>>
}

/** Impressions and viewables that count. */
export interface Counted {
  impressions: number
  viewables: number
}

/** A running program with plans on two placements of a publisher, whose pages a test writes. */
export interface TagMarket {
  /** The program's origin, which the tag comes from. */
  origin: string
  /** The placement that a test is about, and that of the witness beside it. */
  tried_key: string
  witness_key: string
  /** A picture on a server of its own, for pages of any origin by CORS and by nothing else. */
  picture_url: string
  live: LiveMarket
  /** Serves a page at an address of its own on the publisher's origin; answers the address. */
  serve(page: ServedPage): string
  /** The events that count on the tried placement from browsers that were not seen before `agents`. */
  counted(agents: ReadonlySet<string>): Promise<Counted>
  /** The clicks that count on the tried placement. */
  clicks(): Promise<number>
  /** The keyed hashes of all browsers whose events were taken. */
  agents(): Promise<Set<string>>
  stop(): Promise<void>
}

const PLANS = 5
const countedRow = z.object({ kind: z.string(), count: z.string() })
const agentRow = z.object({ agent: z.string() })

/** Starts the program, opens its market and places the plans. */
export async function startTagMarket(): Promise<TagMarket> {
  const live = await startLiveMarket()
  const pages = new Map<string, ServedPage>()
  const site = await startSite(0, (request, response) => {
    const page = pages.get(request.url ?? '')
    const type = { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' }
    response.writeHead(page ? 200 : 404, { ...type, ...page?.headers })
    response.end(page?.html ?? '')
  })
  const pictures = await startPictures()
  const pool = createPool(
    { ...superuserOf(live.program.data_dir), database: DATABASE },
    { max: 1, scope: 'unset' },
  )
  const { product_id } = await live.open()
  const [tried_key, witness_key, tried_id] = await openPlacements(live, site)
  const customer = await payingCustomer(
    live,
    { username: 'iris.holm', password: 'the ferry counts its umbrellas', name: 'Iris Holm' },
    '900.00',
  )
  // A device is shown a plan four times an hour, and a page with ten slots asks more often.
  for (let plan = 1; plan <= PLANS; plan += 1) {
    await customer.call(planPut, { request_id: randomUUID(), product_id, amount: '150.00' })
  }
  for (const key of [tried_key, witness_key]) await filled(live.program.url, key, site.origin)
  return {
    origin: live.program.url,
    tried_key,
    witness_key,
    picture_url: `${pictures.origin}/picture`,
    live,
    serve(page) {
      const path = `/page-${pages.size + 1}`
      pages.set(path, page)
      return site.origin + path
    },
    counted: (agents) => countedOn(pool, tried_id, agents),
    async clicks() {
      const { rows } = await pool.query(
        "select from delivery.events where placement_id = $1 and kind = 'click' and rule is null",
        [tried_id],
      )
      return rows.length
    },
    async agents() {
      const { rows } = await pool.query('select distinct agent::text from delivery.events')
      return new Set(rows.map((row) => agentRow.parse(row).agent))
    },
    async stop() {
      await pool.end()
      await site.stop()
      await pictures.stop()
      await live.stop()
    },
  }
}

/** Delivery learns of a new plan, and leases its budget, a moment after it was placed. */
async function filled(origin: string, key: string, page_origin: string): Promise<void> {
  const ask = async () => {
    const headers = { origin: page_origin, 'user-agent': `${PHONE} Early/${randomUUID()}` }
    return await (await fetch(`${origin}/delivery/v1/decision?placement=${key}`, { headers })).json()
  }
  await expect.poll(ask).toMatchObject({ fill: true })
}

async function startPictures(): Promise<Site> {
  const picture = await drawPoster(PRODUCT.poster, 320, 100)
  return await startSite(0, ({ url }, response) => {
    response.writeHead(200, { 'content-type': 'image/png', 'access-control-allow-origin': '*' })
    response.end(url === '/picture' ? picture : 'no picture')
  })
}

async function openPlacements({ office }: LiveMarket, site: Site): Promise<[string, string, string]> {
  const publisher = await office.decide('create-publisher', {
    name: 'Odd Pages',
    'legal-name': 'Odd Pages Ltd',
    'account-name': 'Odd Pages Ltd',
    'evidence-hash': documentFile('register extract of Odd Pages'),
    reason: 'Register extract and bank letter seen',
    domain: new URL(site.origin).host,
  })
  const open = async (name: string) =>
    await office.decide('create-placement', {
      'publisher-id': String(publisher.publisher_id),
      name,
      format: 'image',
      width: '320',
      height: '100',
      'price-model': 'CPM',
      price: '5.00',
      push: 'official',
      reason: 'A slot of the odd pages',
    })
  const tried = await open('Tried')
  const witness = await open('Witness')
  return [String(tried.key), String(witness.key), String(tried.placement_id)]
}

async function countedOn(pool: Pool, placement_id: string, agents: ReadonlySet<string>): Promise<Counted> {
  const { rows } = await pool.query(
    `select kind, count(*)::text from delivery.events
     where placement_id = $1 and rule is null and not agent::text = any($2::text[]) group by kind`,
    [placement_id, [...agents]],
  )
  const counts = new Map(rows.map((row) => countedRow.parse(row)).map(({ kind, count }) => [kind, count]))
  const of = (kind: string) => Number(counts.get(kind) ?? 0)
  return { impressions: of('impression'), viewables: of('viewable') }
}
