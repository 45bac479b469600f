import { COUPON_CLAIMS, COUPON_EFFECTS, COUPON_KINDS } from '@adtally/contract/money/coupons.ts'
import * as z from 'zod/mini'
import { offerTexts } from './offer-texts.ts'

const wholeText = z.string().check(z.regex(/^\d{1,18}$/))
const whole = z.pipe(
  wholeText,
  z.transform((text: string) => BigInt(text)),
)
const wholeOrNull = z.pipe(
  z.nullable(wholeText),
  z.transform((text: string | null) => (text === null ? null : BigInt(text))),
)
const moment = z.pipe(
  z.iso.datetime(),
  z.transform((text: string) => new Date(text)),
)
const momentOrNull = z.pipe(
  z.nullable(z.iso.datetime()),
  z.transform((text: string | null) => (text === null ? null : new Date(text))),
)

/** An offer as proposed, with every column of its row, so that what is approved is what is stored. */
export const offerPayload = z.strictObject({
  offer_id: z.uuid(),
  kind: z.enum(COUPON_KINDS),
  texts: offerTexts,
  effect: z.enum(COUPON_EFFECTS),
  percent: wholeOrNull,
  fixed_micros: wholeOrNull,
  worth_max_micros: whole,
  amount_min_micros: whole,
  product_id: z.nullable(z.uuid()),
  claim: z.enum(COUPON_CLAIMS),
  starts_at: moment,
  ends_at: momentOrNull,
  life_days: z.int(),
  issue_max: z.int(),
  per_customer_max: z.int(),
  team_cap_micros: wholeOrNull,
  customer_id: z.nullable(z.uuid()),
  policy_version: z.int(),
})
export type OfferPayload = z.infer<typeof offerPayload>
