import * as z from 'zod/mini'
import { publicCall } from './call.ts'
import { LANGUAGES } from './enums.ts'
import { time } from './fields.ts'

/** Words that may need explaining, in the order of the list; a tap in the app opens each. */
export const WORDS = [
  'plan',
  'product',
  'placement',
  'official_placement',
  'partner_placement',
  'impression',
  'viewable',
  'click',
  'conversion',
  'conversion_cap',
  'owed_conversion',
  'payout',
  'spend',
  'pending_spend',
  'revenue',
  'profit',
  'break_even',
  'estimated',
  'settled',
  'settlement',
  'correction',
  'valid',
  'invalid_traffic',
  'escrow',
  'fee',
  'rail_fee',
  'available_funds',
  'on_hold',
  'deposit',
  'withdrawal',
  'ledger_entry',
  'coupon',
  'discount_amount',
  'startup_funds',
  'vip_rebate',
  'operated_id',
  'profit_share',
  'high_water_mark',
  'acceptor',
  'acceptance_code',
  'bond',
] as const
export type Word = (typeof WORDS)[number]

export const wordList = publicCall('GET /words', {
  name: 'wordList',
  summary: 'The words that screens use, each with what it means, in their order',
  request: z.strictObject({}),
  response: z.object({
    items: z.array(
      z.object({
        word: z.enum(WORDS),
        term: z.string(),
        definition: z.string(),
        /** The question that explains more. */
        question_id: z.nullable(z.string()),
        /** The caller's language, or its fallback (PRODUCT §14). */
        language: z.enum(LANGUAGES),
        /** 1, without a date, is the program's own; later ones were published by two members of staff. */
        version: z.int(),
        since: z.nullable(time),
      }),
    ),
  }),
  refusals: [],
})
