import * as z from 'zod/mini'
import { Refusal } from '../../../lib/refusal.ts'
import { followersOf } from '../../follows/index.ts'
import { customersByIds } from '../../identity/index.ts'
import type { Subscription } from '../../module.ts'
import { lockCustomer } from '../coupons.repository.ts'
import { issueTo } from '../issue-coupon.ts'
import { lockOffer, teamsByIds } from './offers.repository.ts'
import { askForTeam, TEAM_TOPIC, teamFact } from './team.ts'

// Followers per transaction; the same fact asks for the next one.
const AT_ONCE_MAX = 100

/**
 * Gives the followers of a team's leader their coupons. A follower who can't have one (same name today, offer ended)
 * goes without, and later followers get none.
 */
export const teamSubscription: Subscription = {
  topic: TEAM_TOPIC,
  async handle(_services, tx, payload) {
    const { team_id, after } = z.parse(teamFact, payload)
    const team = (await teamsByIds(tx, [team_id])).get(team_id)
    if (!team) return
    const page = { until: null, after, limit: AT_ONCE_MAX }
    const followers = await followersOf(tx, team.leader_id, page)
    const ids = followers.map(({ follower_id }) => follower_id).sort()
    const customers = await customersByIds(tx, ids)
    // Customers before the offer, as everywhere coupons are issued, so that nobody deadlocks.
    for (const follower_id of ids) await lockCustomer(tx, follower_id)
    const offer = await lockOffer(tx, team.offer_id)
    for (const follower_id of offer ? ids : []) {
      const customer = customers.get(follower_id)
      if (!offer || customer?.status !== 'active') continue
      try {
        await issueTo(tx, offer, { customer, proposal_id: team.proposal_id, team_id })
      } catch (error) {
        // Refused before anything was written, so the transaction can go on.
        if (!(error instanceof Refusal)) throw error
      }
    }
    const last = followers.at(-1)
    if (last && followers.length === AT_ONCE_MAX) await askForTeam(tx, { team_id, after: last.relation_id })
  },
}
