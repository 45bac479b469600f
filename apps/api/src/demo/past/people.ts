import { CUSTOMERS } from '../seed/catalogue.ts'

/** A customer who has used the demo's network for weeks. */
export interface PastCustomer {
  username: string
  nickname: string
  person: string
  /** The day of registration, counted from 0, and the first deposit. */
  joins_day: number
  deposit: string
  /** The account for withdrawals. */
  account_number: string
}

/** The customers beside the demo's first two, in the order in which they join. */
export const PAST_CUSTOMERS: readonly PastCustomer[] = [
  {
    username: 'alba',
    nickname: 'Alba',
    person: 'Alba Reyes',
    joins_day: 1,
    deposit: '260.00',
    account_number: 'ES9121000418450200051332',
  },
  {
    username: 'jonas',
    nickname: 'Jonas',
    person: 'Jonas Lindqvist',
    joins_day: 2,
    deposit: '240.00',
    account_number: 'SE4550000000058398257466',
  },
  {
    username: 'mei',
    nickname: 'Mei',
    person: 'Mei Tanaka',
    joins_day: 4,
    deposit: '220.00',
    account_number: 'DE75512108001245126199',
  },
  {
    username: 'tariq',
    nickname: 'Tariq',
    person: 'Tariq Haddad',
    joins_day: 8,
    deposit: '300.00',
    account_number: 'FR7630006000011234567890189',
  },
  {
    username: 'vera',
    nickname: 'Vera',
    person: 'Vera Novak',
    joins_day: 12,
    deposit: '180.00',
    account_number: 'AT483200000012345864',
  },
  {
    username: 'otis',
    nickname: 'Otis',
    person: 'Otis Grant',
    joins_day: 27,
    deposit: '160.00',
    account_number: 'GB33BUKB20201555555555',
  },
]

/** How many customers a demo has after so many weeks. */
export function peopleAfter(weeks: number): number {
  return CUSTOMERS.length + PAST_CUSTOMERS.filter(({ joins_day }) => joins_day < weeks * 7).length
}

export interface PastPlan {
  day: number
  username: string
  product:
    | 'Tidepool'
    | 'Skyline Courier'
    | 'Pocket Ledger'
    | 'Copperleaf First Bag'
    | 'Greywater First Sail'
    | 'Night Line'
  amount: string
  duration_days: number
  /** Paid in part with the newcomer's coupon or startup funds. */
  paid_with?: 'newcomer_coupon' | 'startup_funds'
}

const T = 'Tidepool'
const S = 'Skyline Courier'
const P = 'Pocket Ledger'
const C = 'Copperleaf First Bag'

/**
 * By day. Plans of the first eight weeks are settled by the tenth: they run for some days, and their conversions are
 * final a week later. A follower gets drafts of the first customer's plans.
 */
export const PAST_PLANS: readonly PastPlan[] = [
  { day: 1, username: 'robin', product: T, amount: '24.00', duration_days: 5 },
  { day: 2, username: 'alba', product: S, amount: '50.00', duration_days: 4, paid_with: 'newcomer_coupon' },
  { day: 3, username: 'jonas', product: T, amount: '20.00', duration_days: 4 },
  { day: 5, username: 'mei', product: T, amount: '25.00', duration_days: 5 },
  { day: 7, username: 'alba', product: T, amount: '22.00', duration_days: 4 },
  { day: 8, username: 'jonas', product: P, amount: '50.00', duration_days: 5 },
  { day: 9, username: 'robin', product: T, amount: '30.00', duration_days: 6 },
  { day: 9, username: 'tariq', product: S, amount: '50.00', duration_days: 4 },
  { day: 11, username: 'mei', product: S, amount: '50.00', duration_days: 4 },
  { day: 13, username: 'alba', product: P, amount: '50.00', duration_days: 4 },
  { day: 14, username: 'vera', product: T, amount: '40.00', duration_days: 5, paid_with: 'startup_funds' },
  { day: 15, username: 'tariq', product: C, amount: '100.00', duration_days: 6 },
  { day: 16, username: 'jonas', product: T, amount: '20.00', duration_days: 4 },
  { day: 18, username: 'robin', product: S, amount: '50.00', duration_days: 5 },
  { day: 18, username: 'mei', product: T, amount: '24.00', duration_days: 4 },
  { day: 20, username: 'alba', product: T, amount: '20.00', duration_days: 4 },
  { day: 21, username: 'vera', product: S, amount: '50.00', duration_days: 4 },
  { day: 22, username: 'tariq', product: T, amount: '28.00', duration_days: 4 },
  { day: 23, username: 'jonas', product: S, amount: '50.00', duration_days: 5 },
  { day: 25, username: 'mei', product: P, amount: '50.00', duration_days: 4 },
  { day: 26, username: 'robin', product: T, amount: '36.00', duration_days: 6 },
  { day: 27, username: 'alba', product: S, amount: '50.00', duration_days: 4 },
  { day: 28, username: 'vera', product: T, amount: '20.00', duration_days: 4 },
  { day: 29, username: 'otis', product: T, amount: '20.00', duration_days: 4 },
  { day: 30, username: 'tariq', product: P, amount: '60.00', duration_days: 5 },
  { day: 31, username: 'jonas', product: T, amount: '24.00', duration_days: 4 },
  { day: 33, username: 'mei', product: T, amount: '20.00', duration_days: 4 },
  { day: 34, username: 'kim', product: 'Greywater First Sail', amount: '20.00', duration_days: 6 },
  { day: 34, username: 'robin', product: P, amount: '50.00', duration_days: 5 },
  { day: 35, username: 'alba', product: T, amount: '26.00', duration_days: 4 },
  { day: 36, username: 'otis', product: S, amount: '50.00', duration_days: 4 },
  { day: 37, username: 'vera', product: P, amount: '50.00', duration_days: 4 },
  { day: 38, username: 'tariq', product: T, amount: '22.00', duration_days: 4 },
  { day: 40, username: 'jonas', product: S, amount: '50.00', duration_days: 4 },
  { day: 41, username: 'mei', product: S, amount: '50.00', duration_days: 4 },
  { day: 42, username: 'robin', product: T, amount: '40.00', duration_days: 6 },
  { day: 43, username: 'alba', product: T, amount: '20.00', duration_days: 4 },
  { day: 44, username: 'otis', product: T, amount: '20.00', duration_days: 4 },
  { day: 45, username: 'vera', product: T, amount: '24.00', duration_days: 4 },
  { day: 47, username: 'tariq', product: S, amount: '50.00', duration_days: 4 },
  { day: 48, username: 'jonas', product: T, amount: '20.00', duration_days: 4 },
  { day: 50, username: 'robin', product: S, amount: '50.00', duration_days: 5 },
  { day: 51, username: 'mei', product: T, amount: '20.00', duration_days: 4 },
  { day: 52, username: 'alba', product: P, amount: '50.00', duration_days: 4 },
  { day: 54, username: 'vera', product: S, amount: '50.00', duration_days: 4 },
  { day: 58, username: 'jonas', product: T, amount: '24.00', duration_days: 6 },
  { day: 59, username: 'robin', product: P, amount: '50.00', duration_days: 5 },
  { day: 60, username: 'tariq', product: T, amount: '30.00', duration_days: 5 },
  { day: 63, username: 'alba', product: S, amount: '50.00', duration_days: 10 },
  { day: 64, username: 'robin', product: T, amount: '30.00', duration_days: 5 },
  { day: 66, username: 'robin', product: S, amount: '60.00', duration_days: 10 },
  { day: 66, username: 'otis', product: T, amount: '30.00', duration_days: 7 },
  { day: 68, username: 'mei', product: C, amount: '100.00', duration_days: 14 },
]

/** Placed once the present is reached; its product's creatives are under review. */
export const REVIEWED_PLAN: Omit<PastPlan, 'day'> = {
  username: 'robin',
  product: 'Night Line',
  amount: '40.00',
  duration_days: 14,
}

/** Withdrawal accounts of the demo's first two customers. */
export const ACCOUNTS = { robin: 'GB29NWBK60161331926819', kim: 'NL91ABNA0417164300' } as const

/** The first customer's new account; a withdrawal to it waits for a day (PRODUCT §7). */
export const NEW_ACCOUNT = 'GB82WEST12345698765432'

/** Followers of the first customer: since which day, and what they do with each draft, by day; null: nothing. */
export const FOLLOWERS: readonly {
  username: string
  from_day: number
  drafts: readonly (readonly [day: number, amount: string | null])[]
}[] = [
  {
    username: 'kim',
    from_day: 0,
    drafts: [
      [10, '20.00'],
      [19, '50.00'],
      [27, '24.00'],
      [35, null],
      [43, '28.00'],
      [51, '50.00'],
      [60, '50.00'],
      [65, '20.00'],
      [67, '50.00'],
    ],
  },
  {
    username: 'vera',
    from_day: 16,
    drafts: [
      [19, '50.00'],
      [27, '20.00'],
      [43, '22.00'],
      [51, '50.00'],
    ],
  },
  {
    username: 'mei',
    from_day: 24,
    drafts: [
      [27, '20.00'],
      [35, '50.00'],
      [43, '24.00'],
      [65, '20.00'],
    ],
  },
]
