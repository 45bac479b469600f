import * as z from 'zod/mini'
import { customerCall } from '../call.ts'
import { amount, because, count, flowType, id, month, time } from '../fields.ts'
import { fileContent } from '../service/file-content.ts'
import { ledgerEntry } from './wallet.ts'

export const STATEMENT_FORMATS = ['pdf', 'csv'] as const
export type StatementFormat = (typeof STATEMENT_FORMATS)[number]

/** Amounts per wallet part, and of total assets. */
const sums = z.object({
  total: amount,
  available: amount,
  pending_spend: amount,
  to_be_settled: amount,
  on_hold: amount,
  discount: amount,
  startup: amount,
})

export const transactionFlowExport = customerCall('GET /transaction_flow/export', {
  name: 'transactionFlowExport',
  auth: 'restricted',
  summary:
    "The statement of a month of the caller's time zone: opening balance, what changed, closing balance",
  request: z.strictObject({
    month,
    format: z.enum(STATEMENT_FORMATS, { error: because('field_invalid') }),
  }),
  response: fileContent,
  refusals: ['statement_month_not_begun', 'statement_too_long'],
})

export const transactionFlowMonth = customerCall('GET /transaction_flow/month', {
  name: 'transactionFlowMonth',
  auth: 'restricted',
  summary:
    "A month of the caller's time zone in sums: opening balance, what each type changed, closing balance; the lines of each are those of `/transaction_flow/list` with that month and type",
  request: z.strictObject({ month }),
  response: z.object({
    month: z.string(),
    time_zone: z.string(),
    from: time,
    until: time,
    /** Whether the month is still running, so that the sums may change. */
    running: z.boolean(),
    opening: sums,
    types: z.array(z.object({ type: flowType, sums })),
    closing: sums,
    as_of: time,
  }),
  refusals: ['statement_month_not_begun'],
})

/** The facts about causes; a closed list, so that each has its text. */
export const CAUSE_FACTS = [
  'amount',
  'bank_reference',
  'beneficiary',
  'booked_at',
  'charge',
  'clicks',
  'confirmed_at',
  'deadline',
  'decided_at',
  'events',
  'exchange_fee',
  'fee',
  'fetched_at',
  'first_event_at',
  'granted_at',
  'held_at',
  'hold_reason',
  'impressions',
  'invalid_events',
  'last_event_at',
  'month_begins',
  'month_ends',
  'offered_at',
  'payer',
  'placed_at',
  'product',
  'rail_fee',
  'released_at',
  'requested_at',
  'revenue_reversed',
  'rule',
  'rule_version',
  'sent_at',
  'settled_at',
  'spend_returned',
  'used_at',
  'viewables',
] as const
export type CauseFact = (typeof CAUSE_FACTS)[number]

export const transactionFlowCause = customerCall('GET /transaction_flow/cause', {
  name: 'transactionFlowCause',
  auth: 'restricted',
  summary:
    'Why one ledger entry exists: plan, withdrawal, bank line, batch of events with its counts, verdict with its rule, and the entry that it takes back',
  request: z.strictObject({ transfer_id: id }),
  response: z.object({
    entry: ledgerEntry,
    kind: z.string(),
    id: z.string(),
    /** The cause's number; null if it has none or belongs to another customer. */
    number: z.nullable(z.string()),
    facts: z.array(
      z.object({
        name: z.enum(CAUSE_FACTS),
        kind: z.enum(['text', 'amount', 'time', 'count']),
        value: z.string(),
      }),
    ),
    /** The version of the policy that applied. */
    policy_version: z.nullable(count),
    /** The entry that this one reverses, wholly or in part. */
    reverses: z.nullable(ledgerEntry),
    /** The customer's plan that it belongs to. */
    plan_id: z.nullable(id),
  }),
  refusals: ['record_not_found'],
})
