import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod/mini'
import type { ServerCommits } from '../database/embedded/server-commits.ts'
import { StartError } from '../database/start-error.ts'
import { asRole } from '../modules/as-role.ts'
import { eventIdOf } from '../modules/delivery/index.ts'
import type { Module } from '../modules/module.ts'
import type { Services } from '../modules/services.ts'
import { NO_PROGRESS, type Progress, type Tell } from '../progress.ts'
import { startActingOffice } from './acting-office.ts'
import { CustomerApps } from './customer-apps.ts'
import type { DemoBank } from './demo-bank.ts'
import { DemoSites, type SitePorts } from './demo-sites.ts'
import { exchangeQueues } from './exchange-queues.ts'
import { portBeside } from './free-port.ts'
import { LastingOffice } from './lasting-office.ts'
import type { Payment } from './office.ts'
import { livePast } from './past/live-past.ts'
import { NO_WITNESS, Truth, type Witness } from './population/truth.ts'
import { startTruthPage } from './population/truth-page.ts'
import { CUSTOMERS } from './seed/catalogue.ts'
import {
  type CustomerSignIn,
  issueSpareCodes,
  seedCustomers,
  seedPresent,
  signInOf,
} from './seed/seed-customers.ts'
import { type DemoMarket, type SiteOrigins, seedMarket } from './seed/seed-market.ts'
import { openOffice, type StaffSignIn } from './seed/seed-staff.ts'
import { throughOutages } from './through-outages.ts'
import { startTraffic } from './traffic-driver.ts'

/** What `demo.json` holds for scripts. */
export interface DemoFile {
  url: string
  publisher_page: string
  /** The page of the demo's bank. */
  bank_page: string
  /** The page with the demo's e-mail; null if a configured mail server sends it. */
  mail_page: string | null
  /** The page that tells who the demo's visitors really were, and what the filter took them for. */
  truth_page: string
  customers: CustomerSignIn[]
  staff: StaffSignIn[]
  licence_codes: string[]
}

export interface Demo {
  file: DemoFile
  /** The customers that a visitor can continue as. */
  people: (CustomerSignIn & { nickname: string })[]
  /** Issues an authorization code for somebody new. */
  issueCode(): Promise<string>
  stop(): Promise<void>
}

const SPARE_CODES = 3
/**
 * Busy at first, then calmer for an hour, then quiet; a restart and a step of the clock begin anew. Every token holds
 * its price until it expires, clicked or not: with faster traffic all the plan's money would be in tokens.
 */
const TRAFFIC = {
  visits_per_second: 2,
  busy_visits: 180,
  calm_visits_per_second: 0.6,
  visits_max: 2_300,
  population: {
    devices: 6_000,
    people: { viewed_permille: 720, watched_on_permille: 830, clicked_permille: 45 },
    invalid_permille: 90,
  },
  seed: 'traffic',
  conversions_permille: 90,
}

/** The demo's bank, the listener for its progress, the page of its e-mail, and its server's commits. */
export interface DemoOptions {
  bank: DemoBank
  progress?: Progress
  mail_page?: string | null
  commits?: ServerCommits | null
}

/**
 * Seeds a sandbox through the acts that real people do, starts the publisher's and advertisers' sites on their own
 * origins, and, unless the settings say otherwise, the automatic office and the traffic driver; then writes
 * `demo.json`. `url`: the program's address. Safe to call again on the same data after a crash at any point; waits
 * for a database that goes away. Throws `StartError` on a live ledger or if a site's port is taken.
 */
export async function startDemo(
  services: Services,
  modules: readonly Module[],
  url: string,
  { bank, progress = NO_PROGRESS, mail_page = null, commits = null }: DemoOptions,
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
  const truth = new Truth(join(settings.data_dir, 'demo-truth.ndjson'), (token) =>
    decisionOf(services, token),
  )
  const truth_site = await startTruthPage(services, truth)
  const stopSites = async () => {
    await sites.stop()
    await truth_site.stop()
    truth.flush()
  }
  try {
    const { people, staff, licence_codes, issueCode, apps } = await throughOutages(services.database, () =>
      progress.during(is_filled ? 'looking the sandbox over' : 'filling the sandbox', (tell) =>
        seedDemo(services, modules, url, origins, {
          bank,
          tell,
          commits,
          openSites: (market) => sites.open(market),
          witness: truth,
        }),
      ),
    )
    const customers = people.map(({ nickname: _nickname, ...sign_in }) => sign_in)
    const publisher_page = `${origins.publisher}/harbour-lights`
    const bank_page = `${bank.access.url}/`
    const truth_page = `${truth_site.origin}/`
    const file = { url, publisher_page, bank_page, mail_page, truth_page, customers, staff, licence_codes }
    writeWhole(file_path, file)
    const [, visitor] = CUSTOMERS
    const queues = exchangeQueues(services, apps, visitor.username)
    const acting = await throughOutages(services.database, () =>
      startActingOffice(services, modules, { queues }),
    )
    const traffic = settings.demo_has_traffic
      ? startTraffic({ publisher_page, ...TRAFFIC }, services.clock, truth)
      : null
    return {
      file,
      people,
      issueCode,
      async stop() {
        await acting.stop()
        await traffic?.stop()
        await stopSites()
      },
    }
  } catch (error) {
    await stopSites()
    throw error
  }
}

/**
 * The bank for payments, the listener for progress, a call that opens the sites before the first visit, the server's
 * commits, and who hears who the visitors really are.
 */
export interface SeedOptions {
  bank: DemoBank
  tell?: Tell
  openSites?: (market: DemoMarket) => Promise<void>
  commits?: ServerCommits | null
  witness?: Witness
}

/** The seeding alone: each step does what is missing. `origins`: where the sites answer, or will. */
export async function seedDemo(
  services: Services,
  modules: readonly Module[],
  url: string,
  origins: SiteOrigins,
  { bank, tell = () => {}, openSites = async () => {}, commits = null, witness = NO_WITNESS }: SeedOptions,
) {
  const { settings, clock, delivery } = services
  tell('staff')
  const { office, staff } = await openOffice(asRole(services, 'office'), modules)
  tell('advertisers and publishers')
  const market = await seedMarket(office, origins)
  await openSites(market)
  bank.keepTimeOf(services)
  const receive = (payments: readonly Payment[]) => bank.receive(services, payments)
  const target = { url, base_path: settings.base_path, secret: settings.secret, clock, receive }
  tell('customers')
  const apps = new CustomerApps(target)
  await seedCustomers(office, target, apps)
  const world = { services, modules, office, target, apps, origins, market, witness }
  const lived = await livePast(world, tell, commits)
  tell('what is under way')
  await seedPresent(office, target, apps)
  const licence_codes = await issueSpareCodes(office, SPARE_CODES)
  await delivery.refresh()
  const people = [...CUSTOMERS, ...lived].map(({ username, nickname }) => ({
    ...signInOf(target, username),
    nickname,
  }))
  const reopened = async () => (await openOffice(asRole(services, 'office'), modules)).office
  const lasting = new LastingOffice(office, reopened)
  const issueCode = () => lasting.run(async (open) => (await issueSpareCodes(open, 1))[0] ?? '')
  return { market, people, staff, licence_codes, issueCode, apps }
}

/** The decision that a token is of. */
function decisionOf({ delivery, clock }: Services, token: string): string | null {
  const opened = delivery.codec.open(token, clock.now_ms())
  return typeof opened === 'string' ? null : eventIdOf(opened.ids, 'decision_id')
}

const portsFile = z.object({ publisher_port: z.int(), advertiser_port: z.int() })

/** The sites' ports, chosen once, because the marketplace keeps the sites' addresses. */
async function choosePorts(data_dir: string, program_port: number): Promise<SitePorts> {
  const path = join(data_dir, 'demo-sites.json')
  try {
    return z.parse(portsFile, JSON.parse(readFileSync(path, 'utf8')))
  } catch {
    mkdirSync(data_dir, { recursive: true })
  }
  const publisher_port = await portBeside(program_port, 1, program_port)
  const ports = { publisher_port, advertiser_port: await portBeside(program_port, 2, publisher_port) }
  writeWhole(path, ports)
  return ports
}

/** Written atomically, readable by its owner alone. */
function writeWhole(path: string, content: unknown): void {
  writeFileSync(`${path}.new`, `${JSON.stringify(content, null, 2)}\n`, { mode: 0o600 })
  renameSync(`${path}.new`, path)
}
