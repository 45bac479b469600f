import type { FastifyReply } from 'fastify'
import { fillLanding, isAllowedUrl } from '../../marketplace/index.ts'
import type { Services } from '../../services.ts'
import type { TokenContent, TokenRefusal } from '../decisions/token.ts'
import { type AuctionOutcome, readAuctionOutcome } from '../openrtb/auction-ends.repository.ts'
import { record, type Sender } from './accept-event.ts'
import { readLanding } from './click.repository.ts'
import { eventIdOf } from './event-ids.ts'

/** A click's destination, or the reason for none, as the counters name it. */
type Way =
  | { token: TokenContent; address: string; auction: AuctionOutcome | null }
  | TokenRefusal
  | 'landing_not_allowed'

/**
 * Checks a click and redirects the visitor (PRODUCT §5). A repeated click redirects but does not count, nor does one on
 * a bid that was lost or a test; a refused token or a landing address outside the allowlist leads nowhere.
 */
export async function followClick(
  services: Services,
  token_text: string,
  sender: Sender,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const way = await wayOf(services, token_text, sender)
  if (typeof way === 'string') services.delivery.counters.refused(way)
  else if (way.auction === 'lost') services.delivery.counters.refused('bid_lost')
  else if (way.auction === 'test') services.delivery.counters.refused('bid_of_test')
  else await record(services.delivery, way.token, 'click', sender)
  return await show(way, reply)
}

/** Leads to a click's destination without counting a click: for `HEAD`, as mail programs and link checkers send it, and for scripts. */
export async function showWayOfClick(
  services: Services,
  token_text: string,
  sender: Sender,
  reply: FastifyReply,
): Promise<FastifyReply> {
  return await show(await wayOf(services, token_text, sender), reply)
}

async function wayOf(services: Services, token_text: string, { now_ms }: Sender): Promise<Way> {
  const { delivery, database, settings } = services
  const token = delivery.codec.open(token_text, now_ms)
  if (typeof token === 'string') return token
  const { landing, auction } = await database.transaction({ kind: 'system' }, async (tx) => ({
    landing: await readLanding(tx, eventIdOf(token.ids, 'plan_id')),
    auction:
      token.channel === 'openrtb' ? await readAuctionOutcome(tx, eventIdOf(token.ids, 'decision_id')) : null,
  }))
  if (!landing) return 'landing_not_allowed'
  const address = fillLanding(landing.landing_url, {
    click_id: eventIdOf(token.ids, 'decision_id'),
    placement: eventIdOf(token.ids, 'placement_id'),
    creative: token.creative_id,
    goal: landing.paid_goal,
  })
  return isAllowedUrl(address, settings.ledger_mode) ? { token, address, auction } : 'landing_not_allowed'
}

async function show(way: Way, reply: FastifyReply): Promise<FastifyReply> {
  if (typeof way !== 'string') {
    return await reply
      .headers({ 'referrer-policy': 'strict-origin-when-cross-origin', 'content-length': '0' })
      .redirect(new URL(way.address).href, 302)
  }
  reply.type('text/plain; charset=utf-8')
  if (way === 'landing_not_allowed') return await reply.code(403).send('This link leads nowhere.')
  if (way === 'token_expired') return await reply.code(410).send('This advertisement has run out.')
  return await reply.code(403).send('This link is not valid.')
}
