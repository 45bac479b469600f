import type { Transaction } from '../../../database/database.ts'
import { newId } from '../../../database/identifiers.ts'
import { publish } from '../../../database/outbox.ts'
import { orNothing } from '../../../database/trial.ts'
import { type InvalidEvent, reverseEvents } from '../../plans/index.ts'
import type { Services } from '../../services.ts'
import { minuteOf } from '../events/minute-of.ts'
import { lockProcessor, readSpans, type WhileAnother } from '../events/processor.repository.ts'
import { CONVERSIONS_REVERSED_TOPIC } from '../facts.ts'
import { outlyingIn } from '../rules/outlying.repository.ts'
import { nextStretch, type OutlierWindow, windowsEnding } from '../rules/pass-steps.ts'
import { readRules } from '../rules/rules.repository.ts'
import type { Stretch } from '../rules/suspects.repository.ts'
import { lasting, type RulesInForce, rulesAt, unreadable } from '../rules/traffic-rules.ts'
import {
  type FoundInvalid,
  findBeside,
  findFollowing,
  findInvalid,
  findOutlying,
  findStuck,
  findTainted,
  forgetStuck,
  freeSpend,
  movePassedUntil,
  type NewVerdict,
  noteStuck,
  readNextEventTime,
  readPassedUntil,
  recordVerdicts,
  waitForBatches,
} from './invalid-pass.repository.ts'

const SYSTEM = { kind: 'system' } as const
/** The pass stays this far behind, so that a click's impression still on its way is not missed. */
const LAG_MS = 120_000

/**
 * Looks for invalid traffic that only many events together reveal, over the next stretch of whole minutes, and
 * reverses it symmetrically (PRODUCT §2.2). Each is judged by the versions in force when it happened. Does nothing while
 * events wait for the processor, nor beside another pass that it isn't to wait for, nor where this program can't read a version that it would have to go by. Returns whether
 * there may be more to do at once. Where a plan can't be taken back from, the stretch is passed again plan by plan, and that
 * one is left for later passes: the log says why.
 */
export async function passInvalid(services: Services, while_another: WhileAnother): Promise<boolean> {
  try {
    return await passStretch(services, takeBack, while_another)
  } catch {
    // Whatever it is of, other plans are judged; what is no plan's fault is thrown again.
    return await passStretch(services, takeBackByPlan, while_another)
  }
}

/** Takes back what was found; returns the ids of the events that it took back. */
type TakeBack = (services: Services, tx: Transaction, found: readonly FoundInvalid[]) => Promise<string[]>
type Take = (found: readonly FoundInvalid[]) => Promise<void>

async function passStretch(
  services: Services,
  takeBackOf: TakeBack,
  while_another: WhileAnother,
): Promise<boolean> {
  return await services.database.transaction(SYSTEM, async (tx) => {
    if (!(await lockProcessor(tx, while_another))) return false
    // Read under the lock, because another pass may have just finished.
    const passed_until = await readPassedUntil(tx)
    const until = minuteOf(new Date(services.clock.now_ms() - LAG_MS))
    if (passed_until >= until) return false
    await waitForBatches(tx)
    if ((await readSpans(tx)).length > 0) return false
    const versions = await readRules(tx)
    const fault = lasting(versions, passed_until)
      .map(unreadable)
      .find((text) => text !== null)
    if (fault !== undefined) {
      services.log.error(
        { fault },
        'no event is looked at again by the rules of invalid traffic; install a program that can read them',
      )
      return false
    }
    const next = await readNextEventTime(tx, passed_until)
    const stretch = nextStretch(versions, { passed_until, next, until })
    const taken: string[] = []
    const take: Take = async (found) => void taken.push(...(await takeBackOf(services, tx, found)))
    taken.push(...(await takeBackByPlan(services, tx, await findStuck(tx))))
    if (stretch.from < stretch.until) {
      const rules = rulesAt(versions, stretch.from)
      await take(await findInvalid(tx, stretch, rules))
      await takeBackWithThem(tx, stretch, { rules, take })
      for (const window of windowsEnding(versions, stretch))
        await takeBackOutlying(tx, window, { rules: rulesAt(versions, window.from), take })
    }
    // Once, when all is found: whoever locks leases twice can meet another who does in a circle.
    await freeSpend(tx, taken)
    await movePassedUntil(tx, stretch.until)
    return stretch.until < until
  })
}

/** Takes back what made placements or visitors outliers in a window, and what goes with it. */
async function takeBackOutlying(
  tx: Transaction,
  window: OutlierWindow,
  { rules, take }: { rules: RulesInForce; take: Take },
): Promise<void> {
  const outlying = await outlyingIn(tx, window.rule, window, { rules })
  if (outlying === null) return
  await take(await findOutlying(tx, window.rule, outlying))
  await takeBackWithThem(tx, window, { rules, take })
}

/**
 * Takes back what goes with invalid events: what follows from them, what of their decisions is tainted, what of their
 * devices is, and what follows from either.
 */
async function takeBackWithThem(
  tx: Transaction,
  stretch: Stretch,
  { rules, take }: { rules: RulesInForce; take: Take },
): Promise<void> {
  await take(await findFollowing(tx, stretch))
  const tainted = await findTainted(tx, stretch)
  await take(tainted)
  const beside = await findBeside(tx, stretch, rules)
  await take(beside)
  if (tainted.length + beside.length > 0) await take(await findFollowing(tx, stretch))
}

/** As `takeBack`, each plan by itself: one that can't be taken back from is left for later, and told. */
async function takeBackByPlan(
  services: Services,
  tx: Transaction,
  found: readonly FoundInvalid[],
): Promise<string[]> {
  const taken: string[] = []
  for (const [plan_id, of_plan] of Map.groupBy(found, (event) => event.plan_id)) {
    const error = await orNothing(tx, async () => void taken.push(...(await takeBack(services, tx, of_plan))))
    if (error === null) await forgetStuck(tx, of_plan)
    else {
      await noteStuck(tx, of_plan, services.clock.now())
      services.log.error(
        { err: error, plan_id },
        'could not take back the invalid events of a plan; each pass tries them again',
      )
    }
  }
  return taken
}

/** Reverses events' effects and records the verdicts, which correct the statistics, in one transaction. */
async function takeBack(
  services: Services,
  tx: Transaction,
  found: readonly FoundInvalid[],
): Promise<string[]> {
  if (found.length === 0) return []
  const verdict_id = newId()
  const results = await reverseEvents(services, tx, { verdict_id, events: found.map(asInvalid) })
  const by_event = new Map(results.map((result) => [result.event_id, result]))
  const verdicts: NewVerdict[] = []
  for (const event of found) {
    const result = by_event.get(event.event_id)
    if (!result || result.result === 'too_late') continue
    const { spend_returned_micros, revenue_reversed_micros } = result
    const { event_id, decision_id, plan_id, rule, rule_version } = event
    const moved = { spend_returned_micros, revenue_reversed_micros }
    verdicts.push({ verdict_id, event_id, decision_id, plan_id, rule, rule_version, ...moved })
  }
  await recordVerdicts(tx, verdicts, services.clock.now())
  const is_conversion = new Set(
    found.flatMap(({ kind, event_id }) => (kind === 'conversion' ? [event_id] : [])),
  )
  const conversion_ids = verdicts.flatMap(({ event_id }) => (is_conversion.has(event_id) ? [event_id] : []))
  if (conversion_ids.length > 0) await publish(tx, CONVERSIONS_REVERSED_TOPIC, { conversion_ids })
  return verdicts.map(({ event_id }) => event_id)
}

function asInvalid(found: FoundInvalid): InvalidEvent {
  const { event_id, plan_id, kind, publisher_id, charge_micros, fee_micros } = found
  return {
    event_id,
    plan_id,
    spend: charge_micros > 0n ? { publisher_id, charge_micros, fee_micros } : null,
    conversion_id: kind === 'conversion' ? event_id : null,
  }
}
