import { chanceOf } from '../../demo/past/random.ts'
import type { Habits } from '../../demo/population/habits.ts'
import {
  addressIn,
  deviceId,
  type Identity,
  otherAgent,
  peoplesAgent,
  pick,
} from '../../demo/population/identities.ts'

/** A kind of invalid traffic that no rule was written against, its parameters drawn by a seed. */
export interface HeldOutKind {
  actor: string
  /** How many of them come. */
  visits: number
  /** How often each loads the page within a minute, by one device; else once. */
  rounds?: number
  /** They come to the page of a publisher without readers. */
  is_on_own_page?: boolean
  /** How long they let pass before they report a view; else as long as one takes. */
  looks_ms?: number
  habits(name: string): Habits
}

const SYLLABLES = ['zu', 'mo', 'rel', 'tak', 'vin', 'or', 'pel', 'das', 'quo', 'lim', 'fen', 'gra'] as const
/** What crawlers end their names in, and nothing. */
const CALLINGS = [
  'bot',
  'Crawler',
  '-spider',
  'Scan',
  'Fetcher',
  'Archiver',
  'Preview',
  'Harvest',
  '',
] as const
const LIBRARIES = [
  'python-httpx/',
  'Python/3.12 aiohttp/',
  'okhttp/',
  'Java/',
  'Apache-HttpClient/',
  'GuzzleHttp/',
  'Faraday v',
  'axios/',
  'node-fetch/',
  'curl/',
  'Wget/',
  'libwww-perl/',
  'Ruby ',
  'PostmanRuntime/',
  'Dart/3.5 (dart:io) http/',
] as const
const ENDS = ['.example', '.test', '.pages.example', '.co.example'] as const

const number = (name: string, from: number, below: number) =>
  from + Math.floor(chanceOf(`number ${name}`) * (below - from))
const version = (name: string) => `${number(`major ${name}`, 1, 30)}.${number(`minor ${name}`, 0, 60)}`
const coined = (name: string) => {
  const word = Array.from({ length: number(`length ${name}`, 2, 4) }, (_, part) =>
    pick(SYLLABLES, `${part} ${name}`),
  ).join('')
  return `${word.charAt(0).toUpperCase()}${word.slice(1)}`
}

function crawlersAgent(name: string): string {
  const called = `${coined(name)}${pick(CALLINGS, `calling ${name}`)}/${version(name)}`
  return pick(
    [
      `Mozilla/5.0 (compatible; ${called}; +https://${coined(name).toLowerCase()}.example/about)`,
      `${called} (+https://${coined(name).toLowerCase()}.example)`,
      `${peoplesAgent(name)} (compatible; ${called})`,
    ],
    `form ${name}`,
  )
}

function steeredAgent(name: string): string {
  const blink = `AppleWebKit/537.36 (KHTML, like Gecko)`
  return pick(
    [
      `Mozilla/5.0 (X11; Linux x86_64) ${blink} HeadlessChrome/${number(name, 90, 150)}.0.0.0 Safari/537.36`,
      `Mozilla/5.0 (Unknown; Linux x86_64) AppleWebKit/538.1 (KHTML, like Gecko) PhantomJS/2.${number(name, 0, 3)}.1 Safari/538.1`,
      `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${blink} ${coined(name)}/${version(name)} Chrome/${number(name, 90, 150)}.0.0.0 Electron/${version(`e ${name}`)}.0 Safari/537.36`,
    ],
    `engine ${name}`,
  )
}

/** Of these engines Chromium's say that they are steered, in an app made with Electron as well; the older one can't. */
function steered(identity: Identity, user_agent: string): Identity {
  return { ...identity, user_agent, ...(user_agent.includes('PhantomJS') ? {} : { steered: true }) }
}

/** Sites that are not the publisher's, though some names look like its. */
function otherSite(domain: string, name: string): string {
  const word = coined(name).toLowerCase()
  const host = pick(
    [`${word}${pick(ENDS, name)}`, `${domain}.${word}.example`, `${word}-${domain}`, `${domain.slice(1)}`],
    `site ${name}`,
  )
  return `https://${host}`
}

/** The kinds that the rules' author did not see, for a publisher of this domain. Another seed, other parameters. */
export function heldOutKinds(seed: string, domain: string): HeldOutKind[] {
  const machine = (name: string): Identity => ({
    device: deviceId(`${seed} ${name}`),
    user_agent: peoplesAgent(`${seed} ${name}`),
    language: 'en-US,en;q=0.8',
    address: addressIn('45.83', `${seed} ${name}`),
  })
  const kind = (
    actor: string,
    own: Partial<HeldOutKind>,
    made: (identity: Identity, name: string) => Partial<Habits>,
  ) => ({
    actor,
    visits: number(`${seed} visits of ${actor}`, 20, 45),
    ...own,
    habits: (name: string): Habits => {
      const identity = machine(`${actor} ${name}`)
      return {
        actor,
        identity,
        viewed_permille: number(`${seed} ${actor} views`, 600, 1_000),
        watched_on_permille: 1_000,
        clicked_permille: number(`${seed} ${actor} clicks`, 100, 600),
        ...made(identity, `${seed} ${name}`),
      }
    },
  })
  return [
    kind('coined_crawler', {}, (identity, name) => ({
      identity: { ...identity, user_agent: crawlersAgent(name) },
    })),
    kind('library', {}, (identity, name) => ({
      identity: { ...identity, user_agent: `${pick(LIBRARIES, name)}${version(name)}` },
    })),
    kind('headless', {}, (identity, name) => ({
      identity: steered(identity, steeredAgent(name)),
    })),
    kind('lookalike_site', {}, (identity, name) => ({
      identity: { ...identity, origin: otherSite(domain, name) },
    })),
    kind('framed_elsewhere', {}, (identity, name) => ({
      identity: { ...identity, around: otherSite(domain, name) },
    })),
    kind('second_site', {}, (identity, name) => ({
      identity: { ...identity, sends: { origin: otherSite(domain, name) } },
      clicked_permille: 0,
    })),
    kind('agent_rotator', {}, (identity) => ({
      identity: { ...identity, sends: { user_agent: otherAgent(identity.user_agent) } },
    })),
    kind('early_viewer', { looks_ms: number(`${seed} looks`, 0, 850) }, () => ({ clicked_permille: 0 })),
    kind('unseen_click', {}, () => ({ skips_impressions: true })),
    kind(
      'tap_farm',
      { visits: 4, rounds: number(`${seed} rounds`, 12, 24), is_on_own_page: true },
      (identity) => ({
        identity: { ...identity, address: addressIn('45.83', `${seed} farm`) },
        clicked_permille: 1_000,
      }),
    ),
    kind('click_seller', { visits: number(`${seed} sellers`, 220, 300), is_on_own_page: true }, () => ({
      clicked_permille: number(`${seed} sold`, 400, 900),
    })),
    kind('steered_browser', {}, (identity) => ({
      identity: { ...identity, steered: true },
      clicked_permille: 40,
    })),
  ]
}
