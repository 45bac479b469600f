import type * as z from 'zod/mini'
import { download } from '../../operator/statement/files.ts'
import type { StatedAct } from '../../operator/statement/staff-call.ts'

/** Who works with us at a party of their own: who pays for advertisements, and who shows them. */
export const PARTNER_SIDES = ['advertiser', 'publisher'] as const
export type PartnerSide = (typeof PARTNER_SIDES)[number]

/** `owner` has people come and go and does all; `finance` does what is about money; `member` the rest. */
export const PARTNER_ROLES = ['owner', 'member', 'finance'] as const
export type PartnerRole = (typeof PARTNER_ROLES)[number]

/** `invited`: they have not set a password yet; `removed` is for good. */
export const PERSON_STATES = ['invited', 'active', 'shut_out', 'removed'] as const
export type PersonState = (typeof PERSON_STATES)[number]

/** What a partner's people work on; an act belongs to one, and its statement lies in a file of that name. */
export const PARTNER_AREAS = ['catalogue', 'conversions', 'delivery', 'money', 'people', 'supply'] as const
export type PartnerArea = (typeof PARTNER_AREAS)[number]

interface PartnerCallShape<Request extends z.ZodMiniObject, Response extends z.ZodMiniType>
  extends StatedAct<Request, Response> {
  /** What waits for a second person waits for the office's, by an act of staff. */
  kind: 'read' | 'act'
  area: PartnerArea
  /** Whose it is; a call of both sides is about the caller's own party. */
  sides: readonly PartnerSide[]
  roles: readonly PartnerRole[]
}

/** One thing that a partner's people can do, stated once for the call and the form. It never names their own party. */
export type PartnerCall<
  Request extends z.ZodMiniObject = z.ZodMiniObject,
  Response extends z.ZodMiniType = z.ZodMiniType,
> = PartnerCallShape<Request, Response>

/** States an act of partners that answers JSON. */
export function partnerCall<Request extends z.ZodMiniObject, Response extends z.ZodMiniType>(
  call: PartnerCall<Request, Response> & { answers_file?: never },
): PartnerCall<Request, Response> {
  return call
}

/** States an act of partners that answers a file. */
export function partnerFileCall<Request extends z.ZodMiniObject>(
  call: Omit<PartnerCall<Request, typeof download>, 'response'> & { answers_file: string },
): PartnerCall<Request, typeof download> {
  return { ...call, response: download }
}
