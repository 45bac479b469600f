import { leaderFeeSetting, setLeaderFee } from '@adtally/contract/operator/finance/coupons-leaders.ts'
import * as z from 'zod/mini'
import type { Transaction } from '../../../database/database.ts'
import { newId } from '../../../database/identifiers.ts'
import { Refusal } from '../../../lib/refusal.ts'
import { aboutCustomer, customerOfHandle, nameOfCustomer } from '../../identity/index.ts'
import { relatedParties } from '../../marketplace/index.ts'
import { approvedAct } from '../../module.ts'
import { proposalVerb } from '../../operators/index.ts'
import * as policies from '../../policies/index.ts'
import { factsFrom } from '../../proposal-facts.ts'
import type { Services } from '../../services.ts'
import { insertLeaderFee, leaderFee } from './leader-fees.repository.ts'

const leaderFeeAct = approvedAct(leaderFeeSetting, {
  payload: z.strictObject({ leader_id: z.uuid(), fee_percent: z.int() }),
  facts: async (_services, tx, { leader_id, fee_percent }) => ({
    says: `Set the share of later followers' profit that ${await nameOfCustomer(tx, leader_id)} gets to ${fee_percent} %`,
    before: factsFrom({ fee_percent: await leaderFee(tx, leader_id) }),
    after: factsFrom({ fee_percent }),
  }),
  async apply(services, tx, payload, { proposal_id }) {
    await checkFee(services, tx, payload)
    await insertLeaderFee(tx, { fee_id: newId(), proposal_id, ...payload })
    return payload
  },
})

/** `set-leader-fee`: proposes a leader's share of later followers' profit; 0 takes it away. */
export const setLeaderFeeVerb = proposalVerb(setLeaderFee, {
  act: leaderFeeAct,
  ask: async (services, tx, { customer, fee_percent, reason }) => {
    const { customer_id } = await customerOfHandle(tx, customer)
    const payload = { leader_id: customer_id, fee_percent }
    await checkFee(services, tx, payload)
    return { ...aboutCustomer(customer_id), payload, reason }
  },
})

/** Throws `policy_out_of_bounds`, and `related_party` where a related person would earn a share. */
async function checkFee(
  services: Services,
  tx: Transaction,
  { leader_id, fee_percent }: { leader_id: string; fee_percent: number },
): Promise<void> {
  if (BigInt(fee_percent) > policies.current(services).follow_fee_max_percent) {
    throw new Refusal('policy_out_of_bounds', { field: 'fee_percent' })
  }
  const { customer_ids } = await relatedParties(tx)
  if (fee_percent > 0 && customer_ids.has(leader_id))
    throw new Refusal('related_party', { field: 'customer' })
}
