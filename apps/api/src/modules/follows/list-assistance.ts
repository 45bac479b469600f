import type { OutputOf } from '@adtally/contract/call.ts'
import { LIMIT_DEFAULT } from '@adtally/contract/fields.ts'
import type { assistanceLeader, assistanceList, followRecord } from '@adtally/contract/plans/follow.ts'
import type * as z from 'zod/mini'
import type { Transaction } from '../../database/database.ts'
import { Refusal } from '../../lib/refusal.ts'
import { customersByIds } from '../identity/index.ts'
import { relatedParties } from '../marketplace/index.ts'
import { cutPage, keyOf } from '../paging.ts'
import { leaderRecord, productCards } from '../plans/index.ts'
import * as policies from '../policies/index.ts'
import type { Services } from '../services.ts'
import { confirmedCounts, type Draft, openDrafts } from './drafts.repository.ts'
import { findLeader } from './find-leader.ts'
import { guardTries } from './guarded-tries.ts'
import { presentDraft, presentRelation } from './presenter.ts'
import {
  countFollowers,
  presentRelation as presentOf,
  type Relation,
  relationsOf,
} from './relations.repository.ts'
import { feeInForce } from './rules.ts'
import { leaderFee } from './shares/leader-fees.repository.ts'
import { type PairSum, pairSums } from './shares/shares.repository.ts'

const DRAFTS_SHOWN_MAX = 50

/** The page of following: own ID, present relation, drafts, a page of records. Throws `cursor_invalid`. */
export async function listAssistance(
  services: Services,
  customer_id: string,
  input: { cursor?: string | undefined; limit?: number | undefined },
): Promise<OutputOf<typeof assistanceList>> {
  const { limit = LIMIT_DEFAULT } = input
  const before = keyOf(input.cursor)
  return await services.database.transaction({ kind: 'system' }, async (tx) => {
    const found = await relationsOf(tx, customer_id, { before, limit: limit + 1 })
    const { items: shown, next_cursor } = cutPage(found, limit, ({ relation_id }) => relation_id)
    const present = await presentOf(tx, customer_id)
    const drafts = await openDrafts(tx, customer_id, DRAFTS_SHOWN_MAX)
    const records = await recordsOf(tx, present ? [...shown, present] : shown)
    return {
      items: records.slice(0, shown.length),
      next_cursor,
      own: await ownOf(services, tx, customer_id),
      relation: records[shown.length] ?? null,
      drafts: await draftsShown(services, tx, drafts),
    }
  })
}

/** One relation as its follower sees it. */
export async function recordOf(
  { database }: Services,
  relation: Relation,
): Promise<z.infer<typeof followRecord>> {
  const [record] = await database.transaction({ kind: 'system' }, (tx) => recordsOf(tx, [relation]))
  if (!record) throw new Refusal('follow_not_found')
  return record
}

async function recordsOf(
  tx: Transaction,
  relations: readonly Relation[],
): Promise<z.infer<typeof followRecord>[]> {
  const people = await customersByIds(
    tx,
    relations.flatMap(({ leader_id, follower_id }) => [leader_id, follower_id]),
  )
  const sums = await sumsOf(tx, relations, people)
  const confirmed = await confirmedCounts(
    tx,
    relations.map(({ relation_id }) => relation_id),
  )
  const related = await relatedParties(tx)
  return relations.flatMap((relation) => {
    const leader = people.get(relation.leader_id)
    const sum = sums.get(relation.relation_id)
    if (!leader || !sum) return []
    const related_party = related.customer_ids.has(relation.leader_id)
    return [presentRelation(relation, leader, related_party, confirmed.get(relation.relation_id) ?? 0, sum)]
  })
}

/** The settled sums between each relation's two persons, by relation id. */
async function sumsOf(
  tx: Transaction,
  relations: readonly Relation[],
  people: ReadonlyMap<string, { person_id: string }>,
): Promise<Map<string, PairSum>> {
  const known = relations.flatMap(({ relation_id, follower_id, leader_id }) => {
    const follower_person_id = people.get(follower_id)?.person_id
    const leader_person_id = people.get(leader_id)?.person_id
    return follower_person_id && leader_person_id
      ? [{ relation_id, follower_person_id, leader_person_id }]
      : []
  })
  const sums = await pairSums(tx, known)
  return new Map(
    known.flatMap(({ relation_id }, index) => {
      const sum = sums[index]
      return sum ? [[relation_id, sum] as const] : []
    }),
  )
}

async function ownOf(services: Services, tx: Transaction, customer_id: string) {
  const { follow_fee_max_percent } = policies.current(services)
  const own = (await customersByIds(tx, [customer_id])).get(customer_id)
  if (!own) throw new Refusal('no_user_data')
  return {
    operated_id: own.operated_id,
    followers: await countFollowers(tx, customer_id),
    fee_percent: feeInForce(await leaderFee(tx, customer_id), follow_fee_max_percent),
  }
}

async function draftsShown(services: Services, tx: Transaction, drafts: readonly Draft[]) {
  const leaders = await customersByIds(
    tx,
    drafts.map(({ leader_id }) => leader_id),
  )
  const products = await productCards(
    services,
    tx,
    drafts.map(({ product_id }) => product_id),
  )
  return drafts.flatMap((draft) => {
    const leader = leaders.get(draft.leader_id)
    const product = products.get(draft.product_id)
    return leader && product ? [presentDraft(draft, leader, product)] : []
  })
}

/** A leader's settled record and fee rate, shown before following. Throws what `findLeader` does. */
export async function previewLeader(
  services: Services,
  follower_id: string,
  typed: string,
): Promise<OutputOf<typeof assistanceLeader>> {
  return await guardTries(services, follower_id, () =>
    services.database.transaction({ kind: 'system' }, async (tx) => {
      const present = await presentOf(tx, follower_id)
      const { leader_id, operated_id, nickname, related_party, fee_percent } = await findLeader(
        services,
        tx,
        follower_id,
        typed,
        present,
      )
      const record = await leaderRecord(services, tx, leader_id)
      return { operated_id, nickname, related_party, fee_percent, record }
    }),
  )
}
