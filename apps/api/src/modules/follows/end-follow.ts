import { Refusal } from '../../lib/refusal.ts'
import type { Services } from '../services.ts'
import { lapseDraftsOf } from './drafts.repository.ts'
import { endRelations, lockRelation, type Relation } from './relations.repository.ts'

/**
 * Ends one of the customer's relations at once; open drafts lapse, placed plans run on (PRODUCT §10). An ended one
 * stays as it is. Throws `follow_not_found`, also for another customer's.
 */
export async function endFollow(
  { database }: Services,
  follower_id: string,
  relation_id: string,
): Promise<Relation> {
  return await database.transaction({ kind: 'customer', customer_id: follower_id }, async (tx) => {
    const relation = await lockRelation(tx, follower_id, relation_id)
    if (!relation) throw new Refusal('follow_not_found', { field: 'relation_id' })
    if (relation.ended_at !== null) return relation
    const [ended] = await endRelations(tx, [relation_id], 'ended_by_follower')
    await lapseDraftsOf(tx, [relation_id])
    return ended ?? relation
  })
}
