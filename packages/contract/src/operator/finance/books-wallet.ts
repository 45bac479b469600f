import * as z from 'zod/mini'
import { amount, id, time } from '../../fields.ts'
import { type Approval, proposed, staffCall } from '../statement/staff-call.ts'
import { rail } from './deposits-statements.ts'

export const ownMoneyBooking: Approval = {
  action: 'own-money.book',
  roles: ['finance_checker'],
  stands_on: 'import-statement',
  refusals: ['record_not_found', 'state_conflict', 'statement_contradicted', 'deposit_match_refused'],
}

/** PRODUCT §3: paid in beforehand. */
export const matchOwnMoney = staffCall({
  name: 'match-own-money',
  kind: 'propose',
  area: 'parties',
  roles: ['finance_maker'],
  works_on: { kind: 'bank_line', by: 'line_id' },
  approval: ownMoneyBooking,
  summary: 'Propose that a bank line is the platform’s own money',
  request: z.strictObject({ line_id: id }),
  response: proposed,
  refusals: [],
})

/** It records a changed verdict, and is no mere look by that. */
export const judgeMoneyOwed = staffCall({
  name: 'judge-money-owed',
  kind: 'act',
  area: 'books',
  roles: ['finance_maker', 'finance_checker'],
  summary:
    'Whether the bank holds what customers are owed, judged by what is booked now; deposits, plans and payouts follow',
  request: z.strictObject({}),
  response: z.object({
    /** Whether deposits, plans and payouts are stopped. */
    stopped: z.boolean(),
    /** By the last statements; null before the first. */
    bank: z.nullable(amount),
    owed: amount,
    /** Booked statements that people brought and the bank's own contradict, oldest first. */
    contradicted: z.array(
      z.object({
        statement_id: id,
        rail,
        fetched_id: id,
        external_id: z.string(),
        fetched_at: time,
        booked_closing_balance: amount,
        bank_closing_balance: amount,
      }),
    ),
  }),
  refusals: [],
})
