import type { Transaction } from '../../database/database.ts'
import { newId } from '../../database/identifiers.ts'
import { Refusal } from '../../lib/refusal.ts'
import { tellCustomer } from '../customer-notice.ts'
import { customerById, personOf } from '../identity/index.ts'
import * as policies from '../policies/index.ts'
import type { Services } from '../services.ts'
import { lapseDraftsOf } from './drafts.repository.ts'
import { findLeader } from './find-leader.ts'
import { guardTries } from './guarded-tries.ts'
import {
  endRelations,
  insertPairs,
  insertRelation,
  lockCircle,
  lockPresent,
  type Relation,
  relationOfRequest,
} from './relations.repository.ts'
import { canonicalOperatedId } from './rules.ts'

export interface FollowRequest {
  request_id: string
  operated_id: string
  /** The fee shown to the follower. */
  fee_percent: number
}

/**
 * Starts to follow the operator with an ID, in place of the present one (PRODUCT §10). Throws
 * `operated_id_not_found`, `operated_id_own`, `operated_id_current`, `follow_circle`, `related_party`,
 * `follow_fee_changed` (not the rate shown), `request_id_reused`, `too_many_requests`; repeating a request returns
 * the same relation.
 */
export async function follow(
  services: Services,
  follower_id: string,
  request: FollowRequest,
): Promise<Relation> {
  return await guardTries(services, follower_id, () =>
    services.database.transaction({ kind: 'system' }, async (tx) => {
      await lockCircle(tx)
      const known = await relationOfRequest(tx, follower_id, request.request_id)
      if (known) return await sameRequest(tx, known, request)
      return await begin(services, tx, follower_id, request)
    }),
  )
}

async function sameRequest(tx: Transaction, known: Relation, request: FollowRequest): Promise<Relation> {
  const leader = await customerById(tx, known.leader_id)
  const is_same =
    leader?.operated_id === canonicalOperatedId(request.operated_id) &&
    known.fee_percent === request.fee_percent
  if (!is_same) throw new Refusal('request_id_reused')
  return known
}

async function begin(
  services: Services,
  tx: Transaction,
  follower_id: string,
  { request_id, operated_id, fee_percent }: FollowRequest,
): Promise<Relation> {
  const present = await lockPresent(tx, follower_id)
  const leader = await findLeader(services, tx, follower_id, operated_id, present)
  if (leader.fee_percent !== fee_percent) throw new Refusal('follow_fee_changed', { field: 'fee_percent' })
  if (present) {
    await endRelations(tx, [present.relation_id], 'replaced')
    await lapseDraftsOf(tx, [present.relation_id])
  }
  const relation = await insertRelation(tx, {
    relation_id: newId(),
    follower_id,
    leader_id: leader.leader_id,
    fee_percent,
    policy_version: policies.current(services).version,
    request_id,
  })
  const follower = await personOf(tx, follower_id)
  if (!follower) throw new Refusal('no_user_data')
  await insertPairs(tx, [{ follower_person_id: follower.person_id, leader_person_id: leader.person_id }])
  await tellCustomer(tx, leader.leader_id, {
    message: 'follow_started',
    values: {},
    subject: { kind: 'follow', id: null },
  })
  return relation
}
