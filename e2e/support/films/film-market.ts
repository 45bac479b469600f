import { randomUUID } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { planDetail, planPut } from '@adtally/contract/plans/plans.ts'
import type { film } from '@adtally/contract/plans/seen.ts'
import { expect } from '@playwright/test'
import type * as z from 'zod/mini'
import { type Site, startSite } from '../../../apps/api/src/demo/site-server.ts'
import { aFilm, FILM_MS, FILM_SIZE } from '../../../apps/api/src/testing/worlds/a-film.ts'
import { type LiveMarket, startLiveMarket } from '../live-market.ts'
import { documentFile } from '../offices/document-file.ts'
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
  /** The page whose player takes what others serve, and the one whose publisher's ad server wraps that. */
  following_page_url: string
  following_wrapped_page_url: string
  /** How often the publisher's own ad server was told of an impression. */
  publishersImpressions(): number
  /** How often the advertiser's own ad server, or the one that it leads on to, was told of an impression. */
  advertisersImpressions(): number
  /** Puts a film that the advertiser's own ad server leads to, through a wrapper, in the place of the plan's. */
  serveFromAdvertiser(): Promise<void>
  /** The plan's figures as its customer sees them. */
  figures(): Promise<{ impressions: number; viewable: number; clicks: number; film: Film | null }>
  stop(): Promise<void>
}

const require = createRequire(import.meta.url)
/** What plays films, by the address on a publisher's site. */
export const SCRIPTS = {
  '/vast-client.js': readFileSync(require.resolve('@dailymotion/vast-client/dist/vast-client.js')),
  '/video.js': readFileSync(require.resolve('video.js/dist/video.min.js')),
}

/** Starts the program, opens its market with a film, and places a plan on it. */
export async function startFilmMarket(): Promise<FilmMarket> {
  const live = await startLiveMarket()
  const { product_id } = await live.open()
  const film = await aFilm()
  const creative_id = await addFilm(live, { 'product-id': product_id, file: fileOf(live, film) })
  let vast_url = ''
  const told: string[] = []
  const served = { film, vastUrl: () => vast_url, tell: (path: string) => void told.push(path) }
  const sites = await Promise.all([0, 1].map(() => startPlayerSite(served)))
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
  const ask = async (more = '') => {
    const headers = { origin: own.origin, 'user-agent': `${PHONE} Early/${randomUUID()}` }
    return await (await fetch(vast_url + more, { headers })).text()
  }
  await expect.poll(() => ask()).toContain('<InLine>')
  return {
    live,
    placement_id,
    vast_url,
    page_url: `${own.origin}/player`,
    foreign_page_url: `${foreign.origin}/player`,
    wrapped_page_url: `${own.origin}/wrapped`,
    following_page_url: `${own.origin}/following`,
    following_wrapped_page_url: `${own.origin}/following-wrapped`,
    publishersImpressions: () => told.filter((path) => path === '/told').length,
    advertisersImpressions: () => told.filter((path) => path.startsWith('/shown')).length,
    async serveFromAdvertiser() {
      const of_server = { 'vast-url': `${foreign.origin}/ad.xml`, replaces: creative_id }
      await addFilm(live, { 'product-id': product_id, ...of_server })
      await expect.poll(() => ask('&wrap=1')).toContain('<Wrapper ')
    },
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

interface Served {
  film: Buffer
  vastUrl(): string
  /** Somebody told of an impression, at this path. */
  tell(path: string): void
}

/** A site with the pages of a publisher's, its ad server, and the ad servers of an advertiser's, one behind the other. */
async function startPlayerSite({ film, vastUrl, tell }: Served): Promise<Site> {
  const scripts = new Map(Object.entries(SCRIPTS))
  return await startSite(0, ({ url = '', headers }, response) => {
    const here = `http://${headers.host}`
    const send = (type: string, content: string | Buffer) =>
      response.writeHead(200, { 'content-type': type, 'access-control-allow-origin': '*' }).end(content)
    const documents: Record<string, string> = {
      '/wrapper.xml': wrapperAround(`${here}/told`, vastUrl()),
      '/following-wrapper.xml': wrapperAround(`${here}/told`, `${vastUrl()}&wrap=1`),
      '/ad.xml': wrapperAround(`${here}/shown-first`, `${here}/film.xml`),
      '/film.xml': inLineWith(`${here}/shown`, `${here}/film.mp4`),
    }
    const pages: Record<string, string> = {
      '/player': vastUrl(),
      '/wrapped': '/wrapper.xml',
      '/following': `${vastUrl()}&wrap=1`,
      '/following-wrapped': '/following-wrapper.xml',
    }
    const [document, page, script] = [documents[url], pages[url], scripts.get(url)]
    if (document !== undefined) return void send('application/xml', document)
    if (page !== undefined) return void send('text/html; charset=utf-8', playerPage(page))
    if (url === '/film.mp4') return void send('video/mp4', film)
    if (script === undefined) tell(url)
    send('text/javascript', script ?? '')
  })
}

/** As an ad server sends players on to another. */
function wrapperAround(told_url: string, vast_url: string): string {
  return `<VAST version="4.2"><Ad id="theirs"><Wrapper><AdSystem>Theirs</AdSystem><Impression><![CDATA[${told_url}]]></Impression>
<Creatives><Creative><Linear/></Creative></Creatives><VASTAdTagURI><![CDATA[${vast_url}]]></VASTAdTagURI></Wrapper></Ad></VAST>`
}

/** As an ad server answers with its film. */
function inLineWith(told_url: string, film_url: string): string {
  return `<VAST version="4.2"><Ad id="last"><InLine><AdSystem>Last</AdSystem><AdTitle>Meadow</AdTitle>
<Impression><![CDATA[${told_url}]]></Impression><AdServingId>last-1</AdServingId><Creatives><Creative>
<UniversalAdId idRegistry="unknown">unknown</UniversalAdId><Linear><Duration>${durationOf(FILM_MS)}</Duration><MediaFiles>
<MediaFile delivery="progressive" type="video/mp4" width="${FILM_SIZE.width}" height="${FILM_SIZE.height}"><![CDATA[${film_url}]]></MediaFile>
</MediaFiles></Linear></Creative></Creatives></InLine></Ad></VAST>`
}

/** `HH:MM:SS.mmm`. */
function durationOf(film_ms: number): string {
  return new Date(film_ms).toISOString().slice(11, 23)
}

/** Writes a film where staff find it; answers the path. */
export function fileOf({ program }: LiveMarket, film: Buffer): string {
  const file = join(program.data_dir, 'film.mp4')
  writeFileSync(file, film)
  return file
}

/** Adds an approved film; answers its id. */
export async function addFilm({ office }: LiveMarket, flags: Record<string, string>): Promise<string> {
  const made = await office.run('create-creative', {
    kind: 'video',
    headline: 'Meadow & hills',
    body: 'Play it',
    'skip-after-s': '3',
    ...flags,
  })
  const creative_id = String(made.creative_id)
  await office.check('approve-creative', {
    'creative-id': creative_id,
    'asset-sha256': String(made.asset_sha256),
  })
  return creative_id
}

async function openPlacement({ office }: LiveMarket, site: Site) {
  const publisher = await office.decide('create-publisher', {
    name: 'Film Pages',
    'legal-name': 'Film Pages Ltd',
    'account-name': 'Film Pages Ltd',
    'evidence-hash': documentFile('register extract of Film Pages'),
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
