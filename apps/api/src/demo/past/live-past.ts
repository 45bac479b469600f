import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { property } from '@adtally/contract/money/wallet.ts'
import { notifications, notificationsRead } from '@adtally/contract/service/service.ts'
import type { ServerCommits } from '../../database/embedded/server-commits.ts'
import { DAY_MS } from '../../lib/time-zones.ts'
import type { Tell } from '../../progress.ts'
import { CallRefused } from '../customer-client.ts'
import { CUSTOMERS } from '../seed/catalogue.ts'
import { PAST_ACTS, type PastAct, PRESENT_ACTS } from './calendar.ts'
import { PAST_CUSTOMERS, type PastCustomer } from './people.ts'
import { chanceOf } from './random.ts'
import { PastRecord } from './record.ts'
import { type PastWorld, Stage } from './stage.ts'
import { VISITING_HOURS, type VisitingHour, visitsWithin } from './visiting-hours.ts'
import { lookFirst, visitPages } from './visitors.ts'

const HOUR_MS = 3_600_000
const LETTER_VISITS = 26
const ARTICLE_VISITS = 4
/** Conversions per thousand clicks, by what the product pays: most plans lose a little, as clicks are not free. */
const CONVERSIONS_PERMILLE: ReadonlyMap<string, number> = new Map([
  ['/tidepool', 195],
  ['/skyline-courier', 145],
  ['/pocket-ledger', 108],
  ['/first-bag', 78],
])

/**
 * Advances the sandbox's clock to the present day by day while people really act; does nothing if the clock is there
 * already. Returns the people who joined beside the demo's first customers. After a cut at any moment the next start
 * goes on from there and does nothing twice. Commits don't wait for the disk meanwhile, where `commits` are given;
 * what the record says is done is on it.
 */
export async function livePast(
  world: PastWorld,
  tell: Tell,
  commits: ServerCommits | null = null,
): Promise<readonly PastCustomer[]> {
  const { services, office } = world
  const path = join(services.settings.data_dir, 'demo-past.json')
  const behind = async () => Number((await office.run('clock-show')).offset_ms)
  const left_ms = async () => -(await behind())
  const is_behind = (await left_ms()) > 0
  if (!is_behind && !existsSync(path)) return []
  if (is_behind) await commits?.lag()
  const stage = new Stage(world)
  const record = new PastRecord(path, stage.now_ms, async () => await commits?.flush())
  while ((await left_ms()) > 0) {
    if (!(await liveDay(stage, record, await left_ms(), tell))) {
      await stage.goOnTo(stage.now_ms + (await left_ms()))
      await stage.endDay()
    }
  }
  await commits?.waitAgain()
  for (const act of PRESENT_ACTS) await record.once(act.name, () => runOnce(stage, act))
  return PAST_CUSTOMERS.filter(({ joins_day }) => joins_day < record.day)
}

/** Lives the record's day, as far as it lies before the present (`left_ms` from now). Returns whether its acts are done. */
async function liveDay(stage: Stage, record: PastRecord, left_ms: number, tell: Tell): Promise<boolean> {
  const { day, began_at_ms } = record
  const midnight_ms = startOfDay(began_at_ms) + day * DAY_MS
  const acts_at_ms = day === 0 ? began_at_ms : midnight_ms + hourOf(day) * HOUR_MS
  const present_ms = stage.now_ms + left_ms
  // Today's figures are drawn by their hours, beside yesterday's until the same hour.
  const is_drawn = midnight_ms >= startOfDay(present_ms) - DAY_MS
  if ((is_drawn ? midnight_ms : acts_at_ms) > present_ms) return false
  tell(`day ${day + 1} of ${Math.ceil((present_ms - began_at_ms) / DAY_MS)}`)
  if (is_drawn) await liveByHours(stage, record, { midnight_ms, acts_at_ms, present_ms })
  else await liveAtOnce(stage, record, acts_at_ms)
  // The rest of a day whose acts lie after the present is real.
  if (acts_at_ms > present_ms) return false
  await stage.endDay()
  await record.nextDay()
  return true
}

async function liveAtOnce(stage: Stage, record: PastRecord, at_ms: number): Promise<void> {
  await stage.goOnTo(at_ms)
  // A start that was cut off may have had visitors by the hour.
  const hours = VISITING_HOURS.filter((hour) => !record.isDone(hour.name))
  // Both are awaited even if one fails, so that nothing of the day is left running.
  const parts = [doActs(stage, record), record.once('visits', () => visit(stage, record.day, hours))]
  for (const part of await Promise.allSettled(parts)) if (part.status === 'rejected') throw part.reason
}

interface Hours {
  midnight_ms: number
  acts_at_ms: number
  present_ms: number
}

/** Lives the acts and each hour's visits when they are due, up to the present. */
async function liveByHours(
  stage: Stage,
  record: PastRecord,
  { midnight_ms, acts_at_ms, present_ms }: Hours,
): Promise<void> {
  const parts = [
    { at_ms: acts_at_ms, live: () => doActs(stage, record) },
    ...VISITING_HOURS.map((hour) => ({
      at_ms: midnight_ms + hour.at_ms,
      live: () =>
        record.once(hour.name, async () => {
          await lookFirst(Object.values(stage.pages))
          await visit(stage, record.day, [hour])
        }),
    })),
  ]
  for (const { at_ms, live } of parts.toSorted((one, other) => one.at_ms - other.at_ms)) {
    if (at_ms > present_ms) return
    await stage.goOnTo(at_ms)
    await live()
  }
}

async function doActs(stage: Stage, record: PastRecord): Promise<void> {
  const { day } = record
  for (const act of PAST_ACTS.filter((one) => one.day === day)) {
    await record.once(act.name, () => runOnce(stage, act))
  }
  if (day % 5 === 4) await record.once('everybody looks in', () => lookIn(stage, day))
}

/** If the program took the act before the cut, repeating it is refused because its id is used; that is fine. */
async function runOnce(stage: Stage, { run }: Pick<PastAct, 'run'>): Promise<void> {
  try {
    await run(stage)
  } catch (error) {
    if (!(error instanceof CallRefused) || error.reason !== 'request_id_reused') throw error
  }
}

function startOfDay(at_ms: number): number {
  return at_ms - (at_ms % DAY_MS)
}

/** The hour varies by day, and avoids the time from midnight until the nightly proof of the books. */
function hourOf(day: number): number {
  return 9 + chanceOf(`hour of day ${day}`) * 9
}

/** Those of the day's visitors who come in these hours. */
async function visit(stage: Stage, day: number, hours: readonly VisitingHour[]): Promise<void> {
  const within = (visits: number) => hours.flatMap((hour) => visitsWithin(visits, hour))
  const visited = [
    { url: stage.pages.letter, visits: within(LETTER_VISITS) },
    { url: stage.pages.article, visits: within(ARTICLE_VISITS) },
  ]
  const { witness } = stage
  await visitPages({ pages: visited, conversions_permille: CONVERSIONS_PERMILLE, witness }, day, () =>
    stage.lookAt(),
  )
}

/** Signs customers in before their sessions lapse, and reads their notifications. */
async function lookIn(stage: Stage, day: number): Promise<void> {
  const there = PAST_CUSTOMERS.filter(({ joins_day }) => joins_day <= day)
  for (const { username } of [...CUSTOMERS, ...there]) {
    const client = await stage.client(username)
    await client.call(property, {})
    const { watermark } = await client.call(notifications, { limit: 1 })
    await client.call(notificationsRead, { watermark })
  }
}
