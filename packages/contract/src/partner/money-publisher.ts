import * as z from 'zod/mini'
import { amount, count, id, month, pageOf, time } from '../fields.ts'
import {
  accountNumberText,
  PAYOUT_STATUSES,
  PUBLISHER_LINE_KINDS,
} from '../operator/finance/parties-money.ts'
import { listFlags } from '../operator/statement/fields.ts'
import { partnerCall, partnerFileCall } from './statement/partner-call.ts'

const PUBLISHERS = ['publisher'] as const
const BOTH_SIDES = ['advertiser', 'publisher'] as const
const MONEY_ROLES = ['owner', 'finance'] as const

export const showEarnings = partnerCall({
  name: 'show-earnings',
  kind: 'read',
  area: 'money',
  sides: PUBLISHERS,
  roles: MONEY_ROLES,
  summary: 'What you have earned and not been paid yet, as the books have it',
  request: z.strictObject({}),
  response: z.object({
    /** Of plans whose hold is over: the next payout pays it. */
    available: amount,
    /** Of plans that run or are held, in which invalid traffic can still be taken back. */
    unsettled: amount,
    currency: z.string(),
  }),
  refusals: [],
})

/** A month of one's free money: `opening` and `credited` less `debited` are `closing`. */
const monthSums = {
  month: z.string(),
  opening: amount,
  /** Earned, or come back from the bank. */
  credited: amount,
  /** Paid out. */
  debited: amount,
  closing: amount,
}

export const listEarningStatements = partnerCall({
  name: 'list-earning-statements',
  kind: 'read',
  area: 'money',
  sides: PUBLISHERS,
  roles: MONEY_ROLES,
  summary: 'Your monthly statements (UTC), newest first; the last is of the month that runs',
  request: z.strictObject(listFlags),
  response: pageOf(z.object({ ...monthSums, lines: count })),
  refusals: [],
})

const statementLine = z.object({
  entry_id: id,
  at: time,
  kind: z.enum(PUBLISHER_LINE_KINDS),
  /** The number of the plan or payout, or the id of what else it is of. */
  remark: z.string(),
  amount,
  balance: amount,
})

export const listEarningLines = partnerCall({
  name: 'list-earning-lines',
  kind: 'read',
  area: 'money',
  sides: PUBLISHERS,
  roles: MONEY_ROLES,
  summary: 'The lines of a monthly statement (UTC), oldest first, with the balance after each',
  request: z.strictObject({ ...listFlags, month }),
  response: pageOf(statementLine),
  refusals: [],
})

export const saveEarningStatement = partnerFileCall({
  name: 'save-earning-statement',
  kind: 'read',
  area: 'money',
  sides: PUBLISHERS,
  roles: MONEY_ROLES,
  summary: 'Save a monthly statement (UTC) as a table (CSV), from its opening to its closing balance',
  request: z.strictObject({ month }),
  answers_file: 'text/csv',
  refusals: [],
})

export const listOwnPayouts = partnerCall({
  name: 'list-payouts',
  kind: 'read',
  area: 'money',
  sides: BOTH_SIDES,
  roles: MONEY_ROLES,
  summary: 'What was paid to you, newest first',
  request: z.strictObject(listFlags),
  response: pageOf(
    z.object({
      /** It stands in the bank's remittance text. */
      number: z.string(),
      account_name: z.string(),
      account_masked: z.string(),
      amount,
      status: z.enum(PAYOUT_STATUSES),
      sent_at: time,
      confirmed_at: z.nullable(time),
      returned_at: z.nullable(time),
      return_reason: z.nullable(z.string()),
    }),
  ),
  refusals: [],
})

/** A change of the bank account that waits. */
const accountChange = {
  change_id: id,
  account_masked: z.string(),
  asked_at: time,
  /** Our office can't set it before. */
  settable_at: time,
}

export const showAccount = partnerCall({
  name: 'show-account',
  kind: 'read',
  area: 'money',
  sides: BOTH_SIDES,
  roles: ['owner', 'member', 'finance'],
  summary: 'The bank account that you are paid to, and a change of it that waits',
  request: z.strictObject({}),
  response: z.object({
    /** Null while none is set. */
    account: z.nullable(z.object({ account_name: z.string(), account_masked: z.string(), since: time })),
    change: z.nullable(z.object({ ...accountChange, asked_by: z.string() })),
  }),
  refusals: [],
})

/** It waits a day, in which any owner can withdraw it; two of the office then set it by `set-payee-account`. */
export const changeAccount = partnerCall({
  name: 'change-account',
  kind: 'act',
  area: 'money',
  sides: BOTH_SIDES,
  roles: MONEY_ROLES,
  proof: 'fresh',
  once: true,
  summary:
    'Ask for another bank account in your verified name; it waits 24 hours, and your old one stands until then',
  note: 'all of your people are told, and any owner can withdraw it; after 24 hours two people of our office set it',
  request: z.strictObject({ account_number: accountNumberText }),
  response: z.object(accountChange),
  refusals: ['account_number_invalid', 'state_conflict'],
})

export const withdrawAccountChange = partnerCall({
  name: 'withdraw-account-change',
  kind: 'act',
  area: 'money',
  sides: BOTH_SIDES,
  roles: ['owner'],
  once: true,
  summary: 'Withdraw a change of the bank account that waits; the present account stays',
  request: z.strictObject({ change_id: id }),
  response: z.object({ change_id: id }),
  refusals: ['record_not_found', 'state_conflict'],
})
