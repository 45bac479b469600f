import { TokenCodec } from '../../../apps/api/src/modules/delivery/decisions/token.ts'
import { sealedToken, templateOf } from '../../../apps/api/src/modules/delivery/testing/sealed-token.ts'
import { deriveSecrets } from '../../../apps/api/src/secrets.ts'
import type { LoadScript } from './load-script.ts'

const PHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1'
const LIFETIME_MS = 3_600_000

/** Enough for a round on any machine so far; beyond it, requests are signed as they are sent. */
const EVENTS_AHEAD = 200_000

/**
 * Impressions of new decisions, `per_request` at a time. They are signed here, because making the decisions would
 * measure that too, and in advance, because signing is not measured either.
 */
export const createRequests: LoadScript['createRequests'] = (options) => {
  const codec = new TokenCodec(deriveSecrets(String(options.master)), { sandbox: true })
  const template = templateOf(codec, {
    charged_on_click: false,
    official: true,
    video: false,
    plan_id: String(options.plan_id),
    placement_id: String(options.placement_id),
    lease_id: String(options.lease_id),
    publisher_id: String(options.publisher_id),
    charge_micros: 1n,
    fee_micros: 0n,
    charge_within_ms: LIFETIME_MS,
  })
  const per_request = Number(options.per_request)
  const event = () => `{"token":"${sealedToken(codec, template, Date.now()).text}","kind":"impression"}`
  const body = () =>
    per_request === 1 ? event() : `{"events":[${Array.from({ length: per_request }, event).join(',')}]}`
  const ahead = Array.from({ length: Math.ceil(EVENTS_AHEAD / per_request) }, body)
  return () => ({
    method: 'POST',
    path: '/delivery/v1/event',
    headers: { 'user-agent': PHONE },
    body: ahead.pop() ?? body(),
  })
}

/** Accepts a reply that all events are on disk, or the yardstick's hello. */
export const isAccepted: LoadScript['isAccepted'] = (status, body) =>
  status === 200 &&
  !body.startsWith('{"accepted":0') &&
  (body.startsWith('{"accepted":') || body.startsWith('{"code":200'))
