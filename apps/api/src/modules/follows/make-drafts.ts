import * as z from 'zod/mini'
import type { Transaction } from '../../database/database.ts'
import { newId } from '../../database/identifiers.ts'
import { schedule, scheduleAll } from '../../database/jobs.ts'
import { publish } from '../../database/outbox.ts'
import { tellCustomer } from '../customer-notice.ts'
import { CUSTOMER_DISABLED_TOPIC, customerById, customerFact } from '../identity/index.ts'
import { productsByIds } from '../marketplace/index.ts'
import type { JobHandler, Subscription } from '../module.ts'
import type { Services } from '../services.ts'
import { closeDraft, insertDrafts, isFollowedPlan, lapseDraftsOf, openUntil } from './drafts.repository.ts'
import { endRelations, followersOf } from './relations.repository.ts'
import { draftDuration, draftExpiry } from './rules.ts'

// Followers per transaction; the same fact asks for the next one.
const AT_ONCE_MAX = 200
const LEADER_PLACED_TOPIC = 'follows.leader_placed'
const LEADER_DISABLED_TOPIC = 'follows.leader_disabled'
const DRAFT_LAPSE_JOB = 'follows.draft-lapse'

/** Written by the trigger `plans_followed` of migrations 190 and 191, and below for the next page. */
const leaderPlaced = z.strictObject({
  plan_id: z.uuid(),
  leader_id: z.uuid(),
  product_id: z.uuid(),
  placed_at: z.string(),
  ends_at: z.string(),
  /** Everybody following at this time gets a draft; to the microsecond. Facts from before migration 191 lack it. */
  until: z.optional(z.string()),
  after: z.optional(z.uuid()),
})
type LeaderPlaced = z.infer<typeof leaderPlaced>

/** A leader placed a plan: each follower gets a draft, unless the plan itself came from a draft. */
export const leaderPlacedSubscription: Subscription = {
  topic: LEADER_PLACED_TOPIC,
  async handle(services, tx, payload) {
    const fact = z.parse(leaderPlaced, payload)
    if (await isFollowedPlan(tx, fact.plan_id)) return
    await makeDrafts(services, tx, fact)
  },
}

async function makeDrafts(services: Services, tx: Transaction, fact: LeaderPlaced): Promise<void> {
  const placed_at = new Date(fact.placed_at)
  const ends_at = new Date(fact.ends_at)
  const now = services.clock.now()
  const expires_at = draftExpiry(now, ends_at)
  if (expires_at <= now) return
  const page = { until: fact.until ?? fact.placed_at, after: fact.after ?? null, limit: AT_ONCE_MAX }
  const followers = await followersOf(tx, fact.leader_id, page)
  const drafts = await insertDrafts(
    tx,
    followers.map(({ relation_id, follower_id, leader_id }) => ({
      draft_id: newId(),
      relation_id,
      follower_id,
      leader_id,
      leader_plan_id: fact.plan_id,
      product_id: fact.product_id,
      duration_days: draftDuration(placed_at, ends_at),
      leader_placed_at: placed_at,
      expires_at,
    })),
  )
  await scheduleAll(
    tx,
    DRAFT_LAPSE_JOB,
    drafts.map(({ draft_id }) => ({ subject_id: draft_id, due_at: expires_at })),
  )
  const operated_id = (await customerById(tx, fact.leader_id))?.operated_id ?? ''
  const product = (await productsByIds(tx, [fact.product_id])).get(fact.product_id)?.name ?? ''
  for (const { follower_id, draft_id } of drafts) {
    await tellCustomer(tx, follower_id, {
      message: 'follow_draft',
      values: { operated_id, product, expires_at: expires_at.toISOString() },
      subject: { kind: 'follow_draft', id: draft_id },
    })
  }
  const last = followers.at(-1)
  if (last && followers.length === AT_ONCE_MAX) {
    await publish(tx, LEADER_PLACED_TOPIC, { ...fact, after: last.relation_id }, fact.leader_id)
  }
}

/** `follows.draft-lapse`: lapses a draft that nobody decided about, at its time, however early the job was set. */
export const draftLapseJob: JobHandler = {
  kind: DRAFT_LAPSE_JOB,
  async run(services, tx, { subject_id }) {
    const expires_at = await openUntil(tx, subject_id)
    if (expires_at === null) return
    if (services.clock.now() < expires_at) {
      await schedule(tx, { kind: DRAFT_LAPSE_JOB, subject_id, due_at: expires_at })
    } else {
      await closeDraft(tx, subject_id, 'lapsed')
    }
  },
}

/** Ends the relations of a disabled or cancelled account's followers. */
export const leaderDisabled: Subscription = { topic: CUSTOMER_DISABLED_TOPIC, handle: endFollowersOf }
export const leaderDisabledRest: Subscription = { topic: LEADER_DISABLED_TOPIC, handle: endFollowersOf }

async function endFollowersOf(_services: Services, tx: Transaction, payload: unknown): Promise<void> {
  const { customer_id } = z.parse(customerFact, payload)
  const page = { until: null, after: null, limit: AT_ONCE_MAX }
  const followers = await followersOf(tx, customer_id, page)
  const ids = followers.map(({ relation_id }) => relation_id)
  await endRelations(tx, ids, 'leader_disabled')
  await lapseDraftsOf(tx, ids)
  const operated_id = (await customerById(tx, customer_id))?.operated_id ?? ''
  for (const { follower_id, relation_id } of followers) {
    await tellCustomer(tx, follower_id, {
      message: 'follow_leader_gone',
      values: { operated_id },
      subject: { kind: 'follow', id: relation_id },
    })
  }
  if (followers.length === AT_ONCE_MAX) {
    await publish(tx, LEADER_DISABLED_TOPIC, { customer_id }, customer_id)
  }
}
