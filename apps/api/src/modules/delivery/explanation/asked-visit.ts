import { isIP } from 'node:net'
import { DEVICE_KINDS, OPERATING_SYSTEMS } from '@adtally/contract/enums.ts'
import { because } from '@adtally/contract/fields.ts'
import { keywordList } from '@adtally/contract/keywords.ts'
import { moment } from '@adtally/contract/operator/fields.ts'
import * as z from 'zod/mini'
import { Refusal } from '../../../lib/refusal.ts'
import type { Services } from '../../services.ts'
import type { Visitor } from '../decisions/visitor.ts'
import { countriesOf } from '../visitors/country-of.ts'

/** Further away nothing is as it is now. */
const AWAY_MS_MAX = 366 * 86_400_000

/** A visit as a verb is told of it: by whom, on which placement, and when. */
export const visitFields = {
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
}
const visitInput = z.strictObject(visitFields)

/** The visitor and the moment that are asked about. Throws `field_invalid` for a moment far away. */
export function visitAsked(
  { settings, clock }: Pick<Services, 'settings' | 'clock'>,
  { address, at, ...said }: Omit<z.infer<typeof visitInput>, 'placement'>,
): { visitor: Visitor; at_ms: number } {
  const now_ms = clock.now_ms()
  const at_ms = at === undefined ? now_ms : Date.parse(at)
  if (Math.abs(at_ms - now_ms) > AWAY_MS_MAX) throw new Refusal('field_invalid', { field: 'at' })
  return {
    at_ms,
    visitor: {
      country: said.country ?? (address === undefined ? null : countriesOf(settings).of(address)),
      device: said.device ?? 'phone',
      operating_system: said.operating_system ?? 'android',
      language: said.language ?? null,
      keywords: said.keywords ?? [],
    },
  }
}
