import type { FastifyInstance } from 'fastify'
import * as z from 'zod/mini'
import { MACRO } from '../openrtb/notice-urls.ts'

/** A person's browser on a page. */
export const PHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Mobile/15E148 Safari/604.1'

const response = z.object({
  cur: z.string(),
  seatbid: z.array(
    z.object({
      bid: z.array(
        z.object({
          id: z.string(),
          impid: z.string(),
          price: z.number(),
          adm: z.string(),
          adomain: z.array(z.string()),
          exp: z.number(),
          burl: z.string(),
          lurl: z.string(),
        }),
      ),
    }),
  ),
})
/** A bid, as far as tests look at it. */
export type AnsweredBid = z.infer<typeof response>['seatbid'][number]['bid'][number]

/** The bids of an answer; none where there is none. */
export function bidsIn(reply: { statusCode: number; body: string }): AnsweredBid[] {
  if (reply.statusCode !== 200) return []
  return z.parse(response, JSON.parse(reply.body)).seatbid.flatMap(({ bid }) => bid)
}

/** A request for a banner of a placement, as a page's header bidding sends it; `members` are set beside or over it. */
export function bannerRequest(tagid: string, members: object = {}, impression: object = {}) {
  return {
    id: 'auction-1',
    imp: [{ id: '1', tagid, banner: { format: [{ w: 300, h: 250 }] }, ...impression }],
    ...members,
  }
}

let addresses = 0
/** An address that nobody has asked from before, so that no cap and no limit is another test's. */
export function newAddress(): string {
  addresses += 1
  return `198.51.${Math.floor(addresses / 250)}.${(addresses % 250) + 1}`
}

/** How a page or an exchange sends requests and notices. */
export interface Auctioneer {
  ask(request: unknown, headers?: Record<string, string>): Promise<{ statusCode: number; body: string }>
  /** Opens a notice's address with its macros filled in. */
  tell(url: string, macros?: { price?: string; loss?: string }): Promise<{ statusCode: number; body: string }>
}

/** From a page at an origin (or from none), or with an exchange's key from its machine. */
export function auctioneer(
  server: FastifyInstance,
  from: { origin?: string; address?: string } | { key: string },
): Auctioneer {
  const is_page = !('key' in from)
  const remoteAddress = is_page ? (from.address ?? newAddress()) : '203.0.113.9'
  const own = is_page
    ? {
        'user-agent': PHONE,
        ...(from.origin !== undefined && { origin: from.origin }),
        'content-type': 'text/plain',
      }
    : {
        'user-agent': 'Go-http-client/2.0',
        authorization: `Bearer ${from.key}`,
        'content-type': 'application/json',
      }
  return {
    ask: (request, headers = {}) =>
      server.inject({
        method: 'POST',
        url: '/openrtb2/auction',
        headers: { ...own, ...headers },
        remoteAddress,
        payload: typeof request === 'string' ? request : JSON.stringify(request),
      }),
    tell: (url, { price = '1.60', loss = '102' } = {}) => {
      const { pathname, search } = new URL(
        url.replace(MACRO.price, encodeURIComponent(price)).replace(MACRO.loss, encodeURIComponent(loss)),
      )
      const { 'content-type': _, ...headers } = own
      return server.inject({ url: pathname + search, headers, remoteAddress })
    },
  }
}
