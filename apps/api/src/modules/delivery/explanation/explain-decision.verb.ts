import { isIP } from 'node:net'
import { DEVICE_KINDS, OPERATING_SYSTEMS } from '@adtally/contract/enums.ts'
import { because } from '@adtally/contract/fields.ts'
import * as z from 'zod/mini'
import { keywordList } from '../../../lib/keywords.ts'
import { Refusal } from '../../../lib/refusal.ts'
import { staffVerb } from '../../module.ts'
import { moment } from '../../verb-fields.ts'
import { countriesOf } from '../visitors/country-of.ts'
import { explainDecision } from './explain-decision.ts'

const PLANS_SHOWN_MAX = 1_000
/** Further away nothing is as it is now. */
const AWAY_MS_MAX = 366 * 86_400_000

/** `explain-decision`: why each plan could or couldn't be shown to a visitor of a placement. */
export const explainDecisionVerb = staffVerb({
  name: 'explain-decision',
  summary:
    'Why each plan could or could not be drawn for a visitor of a placement who has seen none of them: --placement (key or id); visitor --country DE or --address, --device phone, --operating-system ios, --language de, --keywords chess; --at a moment within a year, else now',
  roles: ['support', 'content', 'finance_maker', 'finance_checker', 'risk', 'auditor', 'admin'],
  input: z.strictObject({
    placement: z.string({ error: because('field_invalid') }).check(z.maxLength(64, 'field_too_long')),
    country: z.optional(
      z
        .string({ error: because('field_invalid') })
        .check(z.toUpperCase(), z.regex(/^[A-Z]{2}$/, 'field_invalid')),
    ),
    address: z.optional(
      z.string({ error: because('field_invalid') }).check(
        z.maxLength(45, 'field_too_long'),
        z.refine((address) => isIP(address) !== 0, 'field_invalid'),
      ),
    ),
    device: z.optional(z.enum(DEVICE_KINDS, { error: because('field_invalid') })),
    operating_system: z.optional(z.enum(OPERATING_SYSTEMS, { error: because('field_invalid') })),
    language: z.optional(
      z
        .string({ error: because('field_invalid') })
        .check(z.toLowerCase(), z.regex(/^[a-z]{2,3}$/, 'field_invalid')),
    ),
    keywords: z.optional(keywordList),
    at: z.optional(moment),
  }),
  run: async (services, _staff, { placement, address, at, ...said }) => {
    const now_ms = services.clock.now_ms()
    const at_ms = at === undefined ? now_ms : Date.parse(at)
    if (Math.abs(at_ms - now_ms) > AWAY_MS_MAX) throw new Refusal('field_invalid', { field: 'at' })
    const { plans, ...explained } = await explainDecision(services, {
      placement,
      publisher_id: null,
      at_ms,
      visitor: {
        country: said.country ?? (address === undefined ? null : countriesOf(services.settings).of(address)),
        device: said.device ?? 'phone',
        operating_system: said.operating_system ?? 'android',
        language: said.language ?? null,
        keywords: said.keywords ?? [],
      },
    })
    // Those that could be drawn first, the likeliest at the top.
    const ordered = plans.toSorted((left, right) => right.share_percent - left.share_percent)
    return { ...explained, plans: ordered.slice(0, PLANS_SHOWN_MAX), plans_in_all: plans.length }
  },
})
