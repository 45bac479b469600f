import * as z from 'zod/mini'
import { HEADERS } from './decision-load-script.ts'
import type { LoadScript } from './load-script.ts'

/** Players' requests for a film on a placement of the pages at origin `page`, each from a new device. */
export const createRequests: LoadScript['createRequests'] = ({ placement, page }) => {
  const headers = { ...HEADERS, origin: String(page) }
  const key = z.parse(z.string(), placement)
  let device = Date.now() * 1_000
  return () => {
    device += 1
    return { method: 'GET', path: `/delivery/v1/vast/${key}?device=device-${device}`, headers }
  }
}

/** Accepts a document with a film, or the yardstick's hello. */
export const isAccepted: LoadScript['isAccepted'] = (status, body) =>
  status === 200 && (body.includes('<InLine>') || body.startsWith('{"code":200'))
