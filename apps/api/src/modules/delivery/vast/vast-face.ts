import { keywordList } from '@adtally/contract/keywords.ts'
import type { NoFillReason } from '@adtally/contract/operator/market/delivery.ts'
import * as z from 'zod/mini'
import type { WireReply } from '../../../lib/lane.ts'
import { parseInput } from '../../../lib/parse-input.ts'
import type { Services } from '../../services.ts'
import type { VisitorHeaders } from '../decisions/request-visitor.ts'
import type { Asker, Decided } from '../delivery-node.ts'
import { presentDeliveryError } from '../delivery-reply.ts'
import { emptyDocument, filledDocument } from './vast-document.ts'

/** What a player that knows no value leaves, or puts there (VAST 4.2, macros): its macro as it stands, unknown, withheld. */
const NO_VALUE = /^(\[[A-Z0-9_]+\]|-1|-2|)$/

const text = z.string().check(z.maxLength(64))
const vastQuery = z.object({
  device: z.optional(text),
  /** The address of the outermost page around the player, `[PAGEURL]`. */
  around: z.optional(z.string().check(z.maxLength(2_048))),
  keywords: z.optional(keywordList),
  /** `1`: the player follows wrappers, and its publisher takes films that others serve. */
  wrap: z.optional(text),
  /** Of an address that an app's server has signed: until when it is good, in milliseconds since 1970. */
  expires_ms: z.optional(z.string().check(z.regex(/^[1-9]\d{12}$/, 'field_invalid'))),
  /** 64 bytes. */
  signature: z.optional(z.string().check(z.regex(/^[A-Za-z0-9_-]{86}$/, 'field_invalid'))),
})

/**
 * Answers a player's request for a film (PRODUCT §5): VAST 4.2 with an advertisement, or without one. It is decided as the
 * tag's is; never throws.
 */
export function answerVast(
  services: Services,
  placement: string,
  query: Readonly<Record<string, unknown>>,
  { headers, address }: Pick<Asker, 'headers' | 'address'>,
  answer: (reply: WireReply) => void,
): void {
  try {
    const { wrap, expires_ms, signature, ...asked } = queryOf(query)
    const follows_wrappers = wrap === '1'
    const present = (decided: Decided) =>
      presentVast(services, { placement, follows_wrappers, headers }, decided)
    const signed =
      expires_ms === undefined || signature === undefined
        ? undefined
        : { expires_ms: Number(expires_ms), signature }
    const asker = { ...asked, signed, headers, address, channel: 'vast' as const }
    const decided = services.delivery.decide({ ...asker, placement })
    if ('json' in decided) answer(present(decided))
    else
      decided.then(
        (after) => answer(present(after)),
        (error: unknown) => answer(presentDeliveryError(services, error)),
      )
  } catch (error) {
    answer(presentDeliveryError(services, error))
  }
}

/** The answer to `HEAD`: GET's header fields but the length, where nothing is chosen or counted. */
export function answerVastHead(
  services: Services,
  query: Readonly<Record<string, unknown>>,
  headers: VisitorHeaders,
): WireReply {
  try {
    queryOf(query)
    return { status: 200, headers: headersFor(headers), body: '' }
  } catch (error) {
    return presentDeliveryError(services, error, { is_asked_about: true })
  }
}

function queryOf(query: Readonly<Record<string, unknown>>): z.output<typeof vastQuery> {
  const known = Object.entries(query).filter(
    ([, value]) => !(typeof value === 'string' && NO_VALUE.test(value)),
  )
  return parseInput(vastQuery, Object.fromEntries(known))
}

function presentVast(
  { settings }: Services,
  asked: { placement: string; follows_wrappers: boolean; headers: VisitorHeaders },
  { shown, reason }: Decided,
): WireReply {
  const { placement, follows_wrappers, headers } = asked
  const { public_origin, brand } = settings
  const terms = { public_origin, system: brand.name, follows_wrappers }
  const document = shown && filledDocument(shown, terms)
  const body = document ?? emptyDocument(errorUrl(public_origin, placement, reason ?? 'no_plan'))
  return { status: 200, headers: headersFor(headers), body }
}

/** What a player opens to tell that it got nothing to play. */
function errorUrl(public_origin: string, placement: string, reason: NoFillReason): string {
  const told = `${public_origin}/delivery/v1/vast/${encodeURIComponent(placement)}/error`
  return `${told}?reason=${reason}&e=[ERRORCODE]&r=[CACHEBUSTING]`
}

/** Players may ask with credentials, of which there are none here: they are answered by their origin's name. */
function headersFor({ origin }: VisitorHeaders): string[] {
  const readers =
    origin === undefined
      ? ['access-control-allow-origin', '*']
      : ['access-control-allow-origin', origin, 'access-control-allow-credentials', 'true', 'vary', 'origin']
  return ['content-type', 'application/xml; charset=utf-8', ...readers, 'cache-control', 'no-store']
}
