import type { FastifyReply } from 'fastify'
import { isAllowedUrl } from '../../marketplace/index.ts'
import type { Services } from '../../services.ts'
import type { TokenContent, TokenRefusal } from '../decisions/token.ts'
import { record, type Sender } from './accept-event.ts'
import { readLandingUrl } from './click.repository.ts'
import { eventIdOf } from './event-ids.ts'

/** The landing address with the click's id, which the advertiser reports with a conversion. */
export function withClickId(landing_url: string, click_id: string): string {
  const url = new URL(landing_url)
  url.searchParams.set('click_id', click_id)
  return url.href
}

/** A click's destination, or the reason for none, as the counters name it. */
type Way = { token: TokenContent; landing_url: string } | TokenRefusal | 'landing_not_allowed'

/**
 * Checks a click and redirects the visitor (PRODUCT §5). A repeated click redirects but does not count; a refused
 * token or a landing address outside the allowlist leads nowhere.
 */
export async function followClick(
  services: Services,
  token_text: string,
  sender: Sender,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const way = await wayOf(services, token_text, sender)
  if (typeof way === 'string') services.delivery.counters.refused(way)
  else await record(services.delivery, way.token, 'click', sender)
  return await show(way, reply)
}

/** Shows a click's destination for `HEAD`, as mail programs and link checkers send it; not counted as a click. */
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
  const landing_url = await database.transaction({ kind: 'system' }, (tx) =>
    readLandingUrl(tx, eventIdOf(token.ids, 'plan_id')),
  )
  if (landing_url === null || !isAllowedUrl(landing_url, settings.ledger_mode)) return 'landing_not_allowed'
  return { token, landing_url }
}

async function show(way: Way, reply: FastifyReply): Promise<FastifyReply> {
  if (typeof way !== 'string') {
    const address = withClickId(way.landing_url, eventIdOf(way.token.ids, 'decision_id'))
    return await reply
      .headers({ 'referrer-policy': 'strict-origin-when-cross-origin', 'content-length': '0' })
      .redirect(address, 302)
  }
  reply.type('text/plain; charset=utf-8')
  if (way === 'landing_not_allowed') return await reply.code(403).send('This link leads nowhere.')
  if (way === 'token_expired') return await reply.code(410).send('This advertisement has run out.')
  return await reply.code(403).send('This link is not valid.')
}
