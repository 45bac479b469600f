/**
 * What happens to a key and what was made with it when the master secret changes:
 *
 * - `sealed anew`: texts are opened and sealed with the new key
 * - `made anew`: derived values are written again
 * - `kept for an hour`: the old key still verifies what was issued, beside the new one
 * - `forgotten`: what was made with it is deleted and comes back by itself
 * - `begun anew`: nothing stored depends on it
 * - `of its backup`: a backup opens with the secret it was made with
 * - `of the demo`: a demo's secret is never changed
 */
export type End =
  | 'sealed anew'
  | 'made anew'
  | 'kept for an hour'
  | 'forgotten'
  | 'begun anew'
  | 'of its backup'
  | 'of the demo'

/**
 * Every purpose that a key is derived for, and what happens to it; one that ends in a colon is followed by a text. A
 * purpose that is missing here does not compile, and `docs/security.md` lists the same.
 */
export const PURPOSES = {
  'identity-contact': 'sealed anew',
  'identity-second-factor': 'sealed anew',
  'identity-transaction-password': 'sealed anew',
  'identity-recovery-code': 'sealed anew',
  'identity-tries': 'forgotten',
  'staff-password': 'sealed anew',
  'staff-second-factor': 'sealed anew',
  'partner-password': 'sealed anew',
  'partner-second-factor': 'sealed anew',
  'staff-evidence': 'sealed anew',
  'staff-passkey': 'sealed anew',
  'bank-connector': 'made anew',
  'beneficiary-seal': 'sealed anew',
  'beneficiary-fingerprint': 'made anew',
  'payee-account': 'sealed anew',
  'marketplace-postback': 'sealed anew',
  'notices-secret': 'sealed anew',
  'mail-letters': 'sealed anew',
  'webpush-key:': 'forgotten',
  'webpush-subscription': 'forgotten',
  'delivery-token:': 'kept for an hour',
  'delivery-kept-key': 'sealed anew',
  'delivery-visitor': 'begun anew',
  'shown-once': 'begun anew',
  'database-made-with': 'made anew',
  'postgres-role:': 'made anew',
  'postgres-role-name': 'made anew',
  backup: 'of its backup',
  'sandbox-host-key': 'begun anew',
  'demo-password:': 'of the demo',
  'demo-transaction-password:': 'of the demo',
  'demo-past:': 'of the demo',
} as const satisfies Record<string, End>

type Known = keyof typeof PURPOSES

export type Purpose = { [Name in Known]: Name extends `${string}:` ? `${Name}${string}` : Name }[Known]

/** The purposes with this end. */
export type PurposeThatIs<How extends End> = {
  [Name in Known]: (typeof PURPOSES)[Name] extends How ? Name : never
}[Known]
