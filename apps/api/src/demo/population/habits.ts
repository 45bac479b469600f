import { chanceOf } from '../past/random.ts'
import {
  addressIn,
  deviceId,
  type Identity,
  otherAgent,
  peoplesAgent,
  personsDevice,
  pick,
} from './identities.ts'

/** Kinds of visitors who are no people, as they come on any day. */
export const INVALID_ACTORS = [
  'crawler',
  'prefetch',
  'foreign_page',
  'borrowed_token',
  'other_agent',
  'stacked_slots',
  'blind_click',
] as const
export type InvalidActor = (typeof INVALID_ACTORS)[number]

/** What somebody does on a page. Shares are in thousandths. */
export interface Habits {
  /** Who it is: `person`, or a kind of those who are none. */
  actor: string
  identity: Identity
  /** Reports no impression, and what follows from it all the same. */
  skips_impressions?: boolean
  /** Reports having seen it at once, films to their end. */
  sees_at_once?: boolean
  viewed_permille: number
  /** Of those who have seen a film up to one quarter, those who see the next. */
  watched_on_permille: number
  clicked_permille: number
  /** Overrules the landing page's own share of conversions. */
  converted_permille?: number
}

/** How people look, and how often they click. */
export interface PeoplesHabits {
  viewed_permille: number
  watched_on_permille: number
  clicked_permille: number
}

/** What crawlers call themselves here: some by their name, some as the library that they are made with. */
const CRAWLERS = [
  'Mozilla/5.0 (compatible; Tidewatch-Spider/2.1; +https://tidewatch.example/robots)',
  'QuayIndexBot/1.4 (+https://quay.example/bot.html)',
  'python-requests/2.32.3',
  'Go-http-client/2.0',
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) HeadlessChrome/140.0.0.0 Safari/537.36',
  'PierMonitor/3.0 (uptime check)',
] as const
const ELSEWHERE = [
  'https://free-films.example',
  'https://news.harbour-review.example',
  'http://10.0.0.5',
] as const

/** Who comes to a page: people with so many devices, and of a thousand visits so many that are no person's. */
export interface Population {
  devices: number
  people: PeoplesHabits
  invalid_permille: number
}

/** Who a visit is by, the same at every start; what is no person is of each kind as often as of another. */
export function visitorOf({ devices, people, invalid_permille }: Population, name: string): Habits {
  if (chanceOf(`who ${name}`) * 1000 < invalid_permille)
    return invalidHabits(pick(INVALID_ACTORS, `kind ${name}`), name)
  return personsHabits(Math.floor(chanceOf(`device ${name}`) * devices), people)
}

/** What a person does. */
export function personsHabits(device: number, people: PeoplesHabits): Habits {
  return { actor: 'person', identity: personsDevice(device), ...people }
}

/** What one of those does who are no person; `name` says which. */
export function invalidHabits(actor: InvalidActor, name: string): Habits {
  const identity: Identity = {
    device: deviceId(name),
    user_agent: peoplesAgent(name),
    language: 'en-US,en;q=0.9',
    address: addressIn('45.83', name),
  }
  const eager = { viewed_permille: 1_000, watched_on_permille: 1_000, clicked_permille: 300 }
  const habits: Habits = { actor, identity, ...eager }
  switch (actor) {
    case 'crawler':
      return { ...habits, identity: { ...identity, user_agent: pick(CRAWLERS, name) } }
    case 'prefetch':
      return { ...habits, identity: { ...identity, purpose: 'prefetch;prerender' }, clicked_permille: 0 }
    case 'foreign_page':
      return { ...habits, identity: { ...identity, origin: pick(ELSEWHERE, name) } }
    case 'borrowed_token':
      return {
        ...habits,
        identity: { ...identity, sends: { origin: pick(ELSEWHERE, name) } },
        clicked_permille: 0,
      }
    case 'other_agent':
      return {
        ...habits,
        identity: { ...identity, sends: { user_agent: otherAgent(identity.user_agent) } },
      }
    case 'stacked_slots':
      return { ...habits, sees_at_once: true, clicked_permille: 0 }
    case 'blind_click':
      return { ...habits, skips_impressions: true, viewed_permille: 0, clicked_permille: 1_000 }
  }
}
