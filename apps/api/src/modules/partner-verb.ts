import type {
  PartnerCall,
  PartnerRole,
  PartnerSide,
} from '@adtally/contract/partner/statement/partner-call.ts'
import type * as z from 'zod/mini'
import type { Scope } from '../database/database.ts'
import { refuseUnkept } from '../lib/kept-text.ts'
import { parseInput } from '../lib/parse-input.ts'
import { asRole } from './as-role.ts'
import { asStated } from './as-stated.ts'
import type { Answered } from './module.ts'
import type { Services } from './services.ts'

/** Somebody of a partner's at work: they have proved who they are, and the database knows them by their session. */
export interface Partner {
  person_id: string
  /** Their e-mail address, by which they sign in. */
  email: string
  role: PartnerRole
  side: PartnerSide
  /** Their party: an advertiser's id or a publisher's. */
  party_id: string
  /** What the database asks of whoever acts in their name; never printed or logged. */
  session_token: string
  /** Of the intention behind what they ask for: asked again, it is not done twice. */
  request_id?: string | undefined
}

/** Reads, and writes, rows of their party alone. */
export function scopeOf({ party_id }: Pick<Partner, 'party_id'>): Scope {
  return { kind: 'partner', party_id }
}

/** One thing that a partner's people can do: its statement, and what does it. */
export type PartnerVerb = PartnerCall & {
  /** Parses `flags` by `request`, then acts. Throws `Refusal`; what it returns is sent as JSON, but for a `Download`. */
  run(services: Services, partner: Partner, flags: unknown): Promise<unknown>
  /** Of one that is done once: its body answers a request that it has done before, in the place of a refusal. */
  answers_again?: true
}

/** Binds a statement to the body that does it, as the process role `api`. Whoever calls `run` has looked at side and role. */
export function partnerVerb<Request extends z.ZodMiniObject, Response extends z.ZodMiniType>(
  call: PartnerCall<Request, Response>,
  run: (
    services: Services,
    partner: Partner,
    input: z.infer<Request>,
  ) => Promise<Answered<z.infer<Response>>>,
  how: Pick<PartnerVerb, 'answers_again'> = {},
): PartnerVerb {
  return {
    ...call,
    ...how,
    run: (services, partner, flags) =>
      asStated(services, call, { id: partner.person_id, role: partner.role }, async () => {
        refuseUnkept(flags, '')
        return await run(asRole(services, 'api'), partner, parseInput(call.request, flags))
      }),
  }
}
