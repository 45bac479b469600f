import { randomInt } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod/mini'
import { StartError } from '../database/start-error.ts'
import { asRole } from '../modules/as-role.ts'
import type { Module } from '../modules/module.ts'
import type { Services } from '../modules/services.ts'
import { NO_PROGRESS, type Progress, type Tell } from '../progress.ts'
import { CUSTOMERS } from './catalogue.ts'
import { CustomerApps } from './customer-apps.ts'
import { DemoSites, type SitePorts } from './demo-sites.ts'
import { livePast } from './past/live-past.ts'
import {
  type CustomerSignIn,
  issueSpareCodes,
  seedCustomers,
  seedPresent,
  signInOf,
} from './seed-customers.ts'
import { type DemoMarket, type SiteOrigins, seedMarket } from './seed-market.ts'
import { openOffice, type StaffSignIn } from './seed-staff.ts'
import { startSite } from './site-server.ts'
import { throughOutages } from './through-outages.ts'
import { startTraffic } from './traffic-driver.ts'

/** What `demo.json` tells scripts. */
export interface DemoFile {
  url: string
  publisher_page: string
  /** Where the demo shows the e-mail that it sends; null where it goes out by a mail server of the settings. */
  mail_page: string | null
  customers: CustomerSignIn[]
  staff: StaffSignIn[]
  licence_codes: string[]
}

/** A running demo. */
export interface Demo {
  file: DemoFile
  /** Who can be continued as. */
  people: (CustomerSignIn & { nickname: string })[]
  /** An authorization code for somebody new. */
  issueCode(): Promise<string>
  stop(): Promise<void>
}

const SPARE_CODES = 3
/**
 * From here on systems lend ports to connections that go out: one that is free now may be lent when the demo starts
 * again.
 */
const PASSING_PORTS_FROM = 32_768
const KEPT_PORTS_FROM = 20_000
const PORT_TRIES = 20
/**
 * Busy while somebody looks for the first time, then calmer for an hour, then quiet; a restart begins anew. Every token
 * holds its price until it runs out, clicked or not: faster, the demo's plan would have all its money in tokens before
 * the first of them is free again.
 */
const TRAFFIC = {
  visits_per_second: 2,
  busy_visits: 180,
  calm_visits_per_second: 0.6,
  visits_max: 2_300,
  devices: 6_000,
  clicks_permille: 45,
  conversions_permille: 90,
}

/**
 * Seeds a sandbox through the acts that real people do, starts the publisher's and the advertisers' sites on origins
 * of their own and the traffic driver, unless the settings want none, and writes `demo.json`. `url`: where the program answers. Can be called again
 * on the same data after an end at any point; a database that goes away meanwhile is waited for. Throws `StartError` on a live ledger or where a site's port is taken.
 */
export async function startDemo(
  services: Services,
  modules: readonly Module[],
  url: string,
  { progress = NO_PROGRESS, mail_page = null }: { progress?: Progress; mail_page?: string | null } = {},
): Promise<Demo> {
  const { settings } = services
  if (settings.ledger_mode !== 'sandbox')
    throw new StartError('The demo runs on a sandbox only (PRODUCT §2.9).')
  const ports = await choosePorts(settings.data_dir, settings.port)
  const origins = {
    publisher: `http://127.0.0.1:${ports.publisher_port}`,
    advertiser: `http://127.0.0.1:${ports.advertiser_port}`,
  }
  const file_path = join(settings.data_dir, 'demo.json')
  const is_filled = existsSync(file_path)
  const sites = new DemoSites(ports, settings.public_origin)
  try {
    const { people, staff, licence_codes, issueCode } = await throughOutages(services.database, () =>
      progress.during(is_filled ? 'looking the sandbox over' : 'filling the sandbox', (tell) =>
        seedDemo(services, modules, url, origins, { tell, openSites: (market) => sites.open(market) }),
      ),
    )
    const customers = people.map(({ nickname: _nickname, ...sign_in }) => sign_in)
    const publisher_page = `${origins.publisher}/harbour-lights`
    const file = { url, publisher_page, mail_page, customers, staff, licence_codes }
    writeWhole(file_path, file)
    const traffic = settings.demo_has_traffic ? startTraffic({ publisher_page, ...TRAFFIC }) : null
    return {
      file,
      people,
      issueCode,
      async stop() {
        await traffic?.stop()
        await sites.stop()
      },
    }
  } catch (error) {
    await sites.stop()
    throw error
  }
}

/** Who hears how far a seeding has come, and who opens the sites before anybody visits them. */
export interface SeedOptions {
  tell?: Tell
  openSites?: (market: DemoMarket) => Promise<void>
}

/**
 * The seeding alone: each of its steps looks at what is there and does what is missing of it. `origins`: where the sites
 * answer, or will. A sandbox whose clock began in the past lives through it first.
 */
export async function seedDemo(
  services: Services,
  modules: readonly Module[],
  url: string,
  origins: SiteOrigins,
  { tell = () => {}, openSites = async () => {} }: SeedOptions = {},
) {
  const { settings, clock, delivery } = services
  tell('staff')
  const { office, staff } = await openOffice(asRole(services, 'office'), modules)
  tell('advertisers and publishers')
  const market = await seedMarket(office, origins)
  await openSites(market)
  const target = { url, base_path: settings.base_path, secret: settings.secret, clock }
  tell('customers')
  const apps = new CustomerApps(target)
  await seedCustomers(office, target, apps)
  const pages = {
    letter: `${origins.publisher}/sunday-letter`,
    article: `${origins.publisher}/harbour-lights`,
  }
  const lived = await livePast({ services, modules, office, target, apps, pages }, tell)
  tell('what is under way')
  await seedPresent(office, target, apps)
  const licence_codes = await issueSpareCodes(office, SPARE_CODES)
  await delivery.refresh()
  const people = [...CUSTOMERS, ...lived].map(({ username, nickname }) => ({
    ...signInOf(target, username),
    nickname,
  }))
  const issueCode = async () => (await issueSpareCodes(office, 1))[0] ?? ''
  return { market, people, staff, licence_codes, issueCode }
}

const portsFile = z.object({ publisher_port: z.int(), advertiser_port: z.int() })

/** The sites' ports, chosen once: the marketplace knows the sites by them for good. */
async function choosePorts(data_dir: string, program_port: number): Promise<SitePorts> {
  const path = join(data_dir, 'demo-sites.json')
  try {
    return z.parse(portsFile, JSON.parse(readFileSync(path, 'utf8')))
  } catch {
    mkdirSync(data_dir, { recursive: true })
  }
  const publisher_port = await freePort(program_port + 1, program_port)
  const ports = { publisher_port, advertiser_port: await freePort(program_port + 2, publisher_port) }
  writeWhole(path, ports)
  return ports
}

/** The wished port where it can be kept, else any that can be, but not `taken`; a wish of 0 is none. */
export async function freePort(wish: number, taken: number): Promise<number> {
  let port = wish
  for (let tries = 0; tries < PORT_TRIES; tries += 1) {
    if (port > 0 && port < PASSING_PORTS_FROM && port !== taken && (await isFree(port))) return port
    port = randomInt(KEPT_PORTS_FROM, PASSING_PORTS_FROM)
  }
  throw new StartError(
    'The demo found no port for its sites; end what listens on this machine, or use another one.',
  )
}

async function isFree(port: number): Promise<boolean> {
  try {
    const site = await startSite(port, () => {})
    await site.stop()
    return true
  } catch {
    return false
  }
}

/** Whole or not at all, readable by its owner alone. */
function writeWhole(path: string, content: unknown): void {
  writeFileSync(`${path}.new`, `${JSON.stringify(content, null, 2)}\n`, { mode: 0o600 })
  renameSync(`${path}.new`, path)
}
