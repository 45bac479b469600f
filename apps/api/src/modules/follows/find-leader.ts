import type { Transaction } from '../../database/database.ts'
import { Refusal } from '../../lib/refusal.ts'
import { customerByOperatedId } from '../identity/index.ts'
import { relatedParties } from '../marketplace/index.ts'
import * as policies from '../policies/index.ts'
import type { Services } from '../services.ts'
import { isFollowedBy, type Relation } from './relations.repository.ts'
import { canonicalOperatedId, feeInForce, followRefusal } from './rules.ts'
import { leaderFee } from './shares/leader-fees.repository.ts'

/** A leader as followers see them. */
export interface Leader {
  leader_id: string
  person_id: string
  operated_id: string
  nickname: string
  related_party: boolean
  /** Whole percent, for a customer who starts to follow now. */
  fee_percent: number
}

/**
 * The owner of an operated ID, if this customer may follow them. Throws `operated_id_not_found`, `operated_id_own`,
 * `operated_id_current`, `related_party`, `follow_circle`; the check for circles holds only under `lockCircle`.
 * System scope.
 */
export async function findLeader(
  services: Services,
  tx: Transaction,
  follower_id: string,
  typed: string,
  present: Relation | null,
): Promise<Leader> {
  const operated_id = canonicalOperatedId(typed)
  const found = operated_id === null ? null : await customerByOperatedId(tx, operated_id)
  const leader = found?.status === 'active' ? found : null
  const related = await relatedParties(tx)
  const reason = followRefusal({
    follower_id,
    leader_id: leader?.customer_id ?? null,
    present_leader_id: present?.leader_id ?? null,
    makes_circle: leader !== null && (await isFollowedBy(tx, follower_id, leader.customer_id)),
    follower_is_related: related.customer_ids.has(follower_id),
  })
  if (reason !== null || !leader) {
    throw new Refusal(reason ?? 'operated_id_not_found', { field: 'operated_id' })
  }
  const { follow_fee_max_percent } = policies.current(services)
  return {
    leader_id: leader.customer_id,
    person_id: leader.person_id,
    operated_id: leader.operated_id,
    nickname: leader.nickname,
    related_party: related.customer_ids.has(leader.customer_id),
    fee_percent: feeInForce(await leaderFee(tx, leader.customer_id), follow_fee_max_percent),
  }
}
