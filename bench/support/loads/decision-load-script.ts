import * as z from 'zod/mini'
import type { LoadScript } from './load-script.ts'

const PHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1'
/** A phone's. */
export const HEADERS = { 'user-agent': PHONE, 'accept-language': 'en-GB,en;q=0.9' }

/** Requests for an advertisement on one placement after another of the pages at origin `page`, each from a new device. */
export const createRequests: LoadScript['createRequests'] = ({ placements, page }) => {
  const headers = { ...HEADERS, origin: String(page) }
  const keys = z.parse(z.array(z.string()), placements)
  let device = Date.now() * 1_000
  return () => {
    device += 1
    return {
      method: 'GET',
      path: `/delivery/v1/decision?placement=${keys[device % keys.length]}&device=device-${device}`,
      headers,
    }
  }
}

/** Accepts an advertisement with its token, or the yardstick's hello. */
export const isAccepted: LoadScript['isAccepted'] = (status, body) =>
  status === 200 && (body.startsWith('{"fill":true') || body.startsWith('{"code":200'))
