import * as z from 'zod/mini'
import { HEADERS } from './decision-load-script.ts'
import type { LoadScript } from './load-script.ts'

/** Bid requests with one impression, from an exchange, each for another visitor. */
export const createRequests: LoadScript['createRequests'] = ({ placement, key }) => {
  const tagid = z.parse(z.string(), placement)
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${z.parse(z.string(), key)}` }
  let visitor = 0
  return () => {
    visitor += 1
    const ip = `198.${18 + (visitor % 2)}.${(visitor >> 9) & 255}.${(visitor >> 1) & 255}`
    const request = {
      id: `auction-${visitor}`,
      imp: [
        { id: '1', tagid, banner: { format: [{ w: 300, h: 250 }] }, bidfloor: 0.0001, bidfloorcur: 'USD' },
      ],
      site: { page: 'https://a-paper.example/article', keywords: 'chess,board games' },
      device: { ua: HEADERS['user-agent'], ip, language: 'en' },
      regs: { gdpr: 0, coppa: 0 },
      cur: ['USD'],
      bcat: ['IAB7'],
      badv: ['rival.example'],
      tmax: 300,
    }
    return { method: 'POST', path: '/openrtb2/auction', headers, body: JSON.stringify(request) }
  }
}

/** Accepts a bid, or the yardstick's hello. */
export const isAccepted: LoadScript['isAccepted'] = (status, body) =>
  status === 200 && (body.includes('"seatbid"') || body.startsWith('{"code":200'))
