import type { FastifyReply } from 'fastify'
import { isAllowedUrl } from '../marketplace/index.ts'
import type { Services } from '../services.ts'
import { record, type Sender } from './accept-event.ts'
import { readLandingUrl } from './click.repository.ts'
import { eventIdOf } from './event-ids.ts'

/** The landing address with the click's id, by which the advertiser reports a conversion. */
export function withClickId(landing_url: string, click_id: string): string {
  const url = new URL(landing_url)
  url.searchParams.set('click_id', click_id)
  return url.href
}

/**
 * Checks a click on the server and sends the visitor on (PRODUCT §5). A repeated click leads on and counts nothing;
 * a token that is not believed leads nowhere, nor does a landing address outside the allowlist.
 */
export async function followClick(
  services: Services,
  token_text: string,
  sender: Sender,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { delivery, database, settings } = services
  const token = delivery.codec.open(token_text, sender.now_ms)
  if (typeof token === 'string') {
    delivery.counters.refused(token)
    const gone = token === 'token_expired'
    return await reply
      .code(gone ? 410 : 403)
      .type('text/plain; charset=utf-8')
      .send(gone ? 'This advertisement has run out.' : 'This link is not valid.')
  }
  const landing_url = await database.transaction({ kind: 'system' }, (tx) =>
    readLandingUrl(tx, eventIdOf(token.ids, 'plan_id')),
  )
  if (landing_url === null || !isAllowedUrl(landing_url, settings.ledger_mode)) {
    delivery.counters.refused('landing_not_allowed')
    return await reply.code(403).type('text/plain; charset=utf-8').send('This link leads nowhere.')
  }
  await record(delivery, token, 'click', sender)
  return await reply
    .header('referrer-policy', 'strict-origin-when-cross-origin')
    .redirect(withClickId(landing_url, eventIdOf(token.ids, 'decision_id')), 302)
}
