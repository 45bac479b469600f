import { createHash, randomUUID } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { planDetail, planPut } from '@adtally/contract/plans/plans.ts'
import type { film } from '@adtally/contract/plans/seen.ts'
import { expect } from '@playwright/test'
import type * as z from 'zod/mini'
import { type Site, startSite } from '../../../apps/api/src/demo/site-server.ts'
import { aFilm } from '../../../apps/api/src/testing/worlds/a-film.ts'
import { type LiveMarket, startLiveMarket } from '../live-market.ts'
import { payingCustomer } from '../paying-customer.ts'
import { PHONE } from '../screens/phone.ts'
import { playerPage } from './player-page.ts'

type Film = z.infer<typeof film>

/** A running program with a plan of films, and a publisher's page with a player, and the same page on another's site. */
export interface FilmMarket {
  live: LiveMarket
  placement_id: string
  /** The address that a player asks for films. */
  vast_url: string
  page_url: string
  foreign_page_url: string
  /** The page whose player asks the publisher's own ad server, which wraps the program's address. */
  wrapped_page_url: string
  /** How often the publisher's own ad server was told of an impression. */
  publishersImpressions(): number
  /** The plan's figures as its customer sees them. */
  figures(): Promise<{ impressions: number; viewable: number; clicks: number; film: Film | null }>
  stop(): Promise<void>
}

const require = createRequire(import.meta.url)
const SCRIPTS = {
  '/vast-client.js': readFileSync(require.resolve('@dailymotion/vast-client/dist/vast-client.js')),
  '/video.js': readFileSync(require.resolve('video.js/dist/video.min.js')),
}

/** Starts the program, opens its market with a film, and places a plan on it. */
export async function startFilmMarket(): Promise<FilmMarket> {
  const live = await startLiveMarket()
  const { product_id } = await live.open()
  await addFilm(live, product_id)
  let vast_url = ''
  let told = 0
  const tell = () => {
    told += 1
  }
  const sites = await Promise.all([0, 1].map(() => startPlayerSite(() => vast_url, tell)))
  const [own, foreign] = sites
  if (!own || !foreign) throw new Error('a site is missing')
  const { placement_id, key } = await openPlacement(live, own)
  vast_url = addressAsWritten().replace('https://ads.example', live.program.url).replace('KEY', key)
  const customer = await payingCustomer(
    live,
    { username: 'odd.berg', password: 'the lighthouse keeps its lamps', name: 'Odd Berg' },
    '400.00',
  )
  const { plan_id } = await customer.call(planPut, {
    request_id: randomUUID(),
    product_id,
    amount: '150.00',
  })
  const ask = async () => {
    const headers = { origin: own.origin, 'user-agent': `${PHONE} Early/${randomUUID()}` }
    return await (await fetch(vast_url, { headers })).text()
  }
  await expect.poll(ask).toContain('<InLine>')
  return {
    live,
    placement_id,
    vast_url,
    page_url: `${own.origin}/player`,
    foreign_page_url: `${foreign.origin}/player`,
    wrapped_page_url: `${own.origin}/wrapped`,
    publishersImpressions: () => told,
    async figures() {
      const { impressions, viewable, clicks, film } = (await customer.call(planDetail, { plan_id })).figures
      return { impressions, viewable, clicks, film }
    },
    async stop() {
      for (const site of sites) await site.stop()
      await live.stop()
    },
  }
}

/** The address that publishers are told to give to their players. */
function addressAsWritten(): string {
  const page = readFileSync(new URL('../../../docs/publishers.md', import.meta.url), 'utf8')
  const found = /^https:\/\/ads\.example\/delivery\/v1\/vast\/KEY\S*$/m.exec(page)
  if (!found) throw new Error('docs/publishers.md tells no address for players')
  return found[0]
}

async function startPlayerSite(vastUrl: () => string, tell: () => void): Promise<Site> {
  const scripts = new Map(Object.entries(SCRIPTS))
  return await startSite(0, ({ url = '', headers }, response) => {
    if (url === '/told') tell()
    if (url === '/wrapper.xml') {
      response.writeHead(200, { 'content-type': 'application/xml' })
      response.end(wrapperAround(`http://${headers.host}/told`, vastUrl()))
      return
    }
    const script = scripts.get(url)
    const type = script ? 'text/javascript' : 'text/html; charset=utf-8'
    response.writeHead(200, { 'content-type': type })
    response.end(script ?? playerPage(url === '/wrapped' ? '/wrapper.xml' : vastUrl()))
  })
}

/** As a publisher's own ad server sends players on to ours. */
function wrapperAround(told_url: string, vast_url: string): string {
  return `<VAST version="4.2"><Ad id="theirs"><Wrapper><AdSystem>Theirs</AdSystem><Impression><![CDATA[${told_url}]]></Impression>
<Creatives><Creative><Linear/></Creative></Creatives><VASTAdTagURI><![CDATA[${vast_url}]]></VASTAdTagURI></Wrapper></Ad></VAST>`
}

async function addFilm({ office, program }: LiveMarket, product_id: string): Promise<void> {
  const file = join(program.data_dir, 'film.mp4')
  writeFileSync(file, await aFilm())
  const made = await office.run('create-creative', {
    'product-id': product_id,
    kind: 'video',
    headline: 'Meadow & hills',
    body: 'Play it',
    'skip-after-s': '3',
    file,
  })
  await office.check('approve-creative', {
    'creative-id': String(made.creative_id),
    'asset-sha256': String(made.asset_sha256),
  })
}

async function openPlacement({ office }: LiveMarket, site: Site) {
  const publisher = await office.decide('create-publisher', {
    name: 'Film Pages',
    'legal-name': 'Film Pages Ltd',
    'account-name': 'Film Pages Ltd',
    'evidence-hash': createHash('sha256').update('register extract of Film Pages').digest('hex'),
    reason: 'Register extract and bank letter seen',
    domain: new URL(site.origin).host,
  })
  const placement = await office.decide('create-placement', {
    'publisher-id': String(publisher.publisher_id),
    name: 'Before the film',
    format: 'video',
    width: '640',
    height: '360',
    'price-model': 'CPM',
    price: '5.00',
    push: 'official',
    reason: 'A slot of the film pages',
  })
  return { placement_id: String(placement.placement_id), key: String(placement.key) }
}
