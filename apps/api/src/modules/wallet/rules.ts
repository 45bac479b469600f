import type { HoldReason, WithdrawalStatus } from '@adtally/contract/enums.ts'

/** Statuses in which the customer can cancel a withdrawal, because nothing was sent yet. */
export const CANCELLABLE_STATUSES: readonly WithdrawalStatus[] = ['held', 'requested', 'approved']

/** Holds without their own clock: reviewed every 30 days instead (PRODUCT §2.4). */
export function isLegalHold(reason: HoldReason): boolean {
  return reason === 'court_order' || reason === 'legal_hold'
}

/** A deposit reference as words of its own, whatever stands between its characters; found wherever it begins. */
const REFERENCE = /(?<![A-Z0-9])(?=(A[^A-Z0-9]*D(?:[^A-Z0-9]*[2-9A-HJ-NP-Z]){10})(?![A-Z0-9]))/g

/**
 * Every deposit reference that a remittance text may contain, in any case and however a bank broke it. It stands
 * alone, as in `wallet.names_reference`: no part of a word is one.
 */
export function referencesIn(remittance: string): string[] {
  const found = remittance.toUpperCase().matchAll(REFERENCE)
  return [...found].map(([, broken = '']) => broken.replace(/[^A-Z0-9]/g, ''))
}

/** The withdrawal number in a paid-out line, such as `W100001`; null if there is none or several. */
export function withdrawalNumberIn(remittance: string): string | null {
  const numbers = new Set(remittance.toUpperCase().match(/\bW\d{6,12}\b/g) ?? [])
  const [number] = numbers
  return numbers.size === 1 && number ? number : null
}

/** Whether a remittance text names a payment of ours: a withdrawal, a party's payout, a returned deposit. */
export function namesAPayment(remittance: string): boolean {
  return /\b[WPD]\d{6,12}\b/i.test(remittance)
}

/** The number of a returned deposit in a paid-out line, such as `D100001`; null if there is none or several. */
export function returnNumberIn(remittance: string): string | null {
  const numbers = new Set(remittance.toUpperCase().match(/\bD\d{6,12}\b/g) ?? [])
  const [number] = numbers
  return numbers.size === 1 && number ? number : null
}

/** This many characters identify an account even without its bank code. */
const TELLING_LENGTH = 6

/**
 * Whether a statement's account may be the deposit account: an IBAN or its end, or bank code and number as in MT940,
 * with or without leading zeros. A file without an account may be, too.
 */
export function isOwnAccount(account: string, own: string): boolean {
  const whole = own.toUpperCase().replace(/[^A-Z0-9]/g, '')
  const [number = '', ...codes] = account
    .toUpperCase()
    .replaceAll(' ', '')
    // A currency may follow the number.
    .replace(/(?<=\d)[A-Z]{3}$/, '')
    .split(/[^A-Z0-9]+/)
    .map((part) => part.replace(/^0+/, ''))
    .toReversed()
  if (!whole.endsWith(number)) return false
  const before = whole.slice(0, whole.length - number.length).replace(/0+$/, '')
  if (codes.length === 0) return number === '' || number.length >= TELLING_LENGTH || before === ''
  return codes.every((code, index) => (index === 0 ? before.endsWith(code) : before.includes(code)))
}

/** Hides all but the last four characters; hides short texts completely. */
export function maskNumber(text: string): string {
  const shown = text.length > 6 ? text.slice(-4) : ''
  return `•••• ${shown}`.trim()
}

/** The initial of each part of a name. */
export function maskName(name: string): string {
  return name
    .split(/\s+/)
    .filter((part) => part !== '')
    .map((part) => `${[...part][0] ?? ''}•••`)
    .join(' ')
}

/** The job that releases a hold at its deadline. */
export const HOLD_RELEASE_JOB = 'wallet.hold-release'
