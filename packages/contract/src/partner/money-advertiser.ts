import * as z from 'zod/mini'
import { amount, count, id, month, pageOf, time } from '../fields.ts'
import { listFlags } from '../operator/statement/fields.ts'
import { partnerCall, partnerFileCall } from './statement/partner-call.ts'

/** Of what an advertiser's people do with its money: they read, and pay in by their bank. */
const OF_MONEY = { area: 'money', sides: ['advertiser'], roles: ['owner', 'finance'] } as const

export const showOwnEscrow = partnerCall({
  ...OF_MONEY,
  name: 'show-escrow',
  kind: 'read',
  summary: 'Your escrow: what is free, reserved and owed, and how to pay in',
  note: 'The sums are the books’; pay from an account in the name payer_name, since no other payment is taken for you',
  request: z.strictObject({}),
  response: z.object({
    currency: z.string(),
    /** Reserved by no plan. */
    free: amount,
    /** What running plans may still bring in conversions. */
    reserved: amount,
    /** Conversions that wait for escrow, which the next payment pays first (PRODUCT §4). */
    owed: amount,
    /** Null while payments are stopped (PRODUCT §2.11). */
    pay_to: z.nullable(z.object({ holder: z.string(), account_number: z.string(), bank_name: z.string() })),
    /** What to write into the payment’s reference. */
    reference: z.string(),
    /** Whose account it must come from. */
    payer_name: z.string(),
  }),
  refusals: [],
})

export const listTopUps = partnerCall({
  ...OF_MONEY,
  name: 'list-top-ups',
  kind: 'read',
  summary: 'What you paid in, by the bank’s lines, newest first',
  request: z.strictObject(listFlags),
  response: pageOf(
    z.object({
      top_up_id: id,
      amount,
      /** When it was booked as yours. */
      created_at: time,
      line_id: id,
      bank_reference: z.string(),
      /** By the bank. */
      booked_at: time,
      /** As the bank tells them. */
      payer: z.string(),
      remittance: z.string(),
    }),
  ),
  refusals: [],
})

/** What changes an advertiser's escrow, free and reserved together. */
export const ESCROW_LINE_KINDS = [
  'paid_in',
  'conversions',
  'taken_back',
  'paid_out',
  'paid_out_returned',
] as const
export type EscrowLineKind = (typeof ESCROW_LINE_KINDS)[number]

const MONTH = {
  month: z.string(),
  name: z.string(),
  legal_name: z.string(),
  currency: z.string(),
  /** Whether the month is over, so that nothing more comes to it. */
  final: z.boolean(),
  opening: amount,
  credited: amount,
  debited: amount,
  closing: amount,
}

export const showOwnStatement = partnerCall({
  ...OF_MONEY,
  name: 'show-statement',
  kind: 'read',
  summary: 'A month of your escrow (UTC), free and reserved together, by day and kind; its lines add up',
  note: 'From the books’ entries; what is reserved for a plan is still yours, and shows once a conversion is paid from it',
  request: z.strictObject({ month }),
  response: z.object({
    ...MONTH,
    lines: z.array(
      z.object({
        day: z.iso.date(),
        kind: z.enum(ESCROW_LINE_KINDS),
        /** How many entries of the books. */
        entries: count,
        amount,
        balance: amount,
      }),
    ),
  }),
  refusals: ['statement_month_not_begun'],
})

export const saveOwnStatement = partnerFileCall({
  ...OF_MONEY,
  name: 'save-statement',
  kind: 'read',
  summary: 'The same month as a file of comma-separated values',
  request: z.strictObject({ month }),
  answers_file: 'text/csv',
  refusals: ['statement_month_not_begun'],
})

export const listOwnStatements = partnerCall({
  ...OF_MONEY,
  name: 'list-statements',
  kind: 'read',
  summary: 'The months (UTC) since you were verified, newest first',
  request: z.strictObject(listFlags),
  response: pageOf(z.object({ month: z.string(), final: z.boolean() })),
  refusals: [],
})
