/**
 * What becomes of a key, and of what was made with it, when the master secret changes:
 * `sealed anew`, what it sealed is opened and sealed by the new one;
 * `made anew`, what follows from it is written again;
 * `kept for an hour`, the old one still checks what is out, beside the new one;
 * `forgotten`, what was made with it is deleted, and comes again by itself;
 * `begun anew`, nothing kept depends on it, and the new one is taken from then on;
 * `of its backup`, a backup opens by the secret that it was made with;
 * `of the demo`, a demo's secret is not changed.
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
 * Every purpose that a key is derived for, and how it ends; of one that ends in a colon a text follows. A purpose that is not
 * here does not compile, and `docs/security.md` says of each the same.
 */
export const PURPOSES = {
  'identity-contact': 'sealed anew',
  'identity-second-factor': 'sealed anew',
  'identity-transaction-password': 'sealed anew',
  'identity-recovery-code': 'sealed anew',
  'identity-tries': 'forgotten',
  'staff-password': 'sealed anew',
  'staff-second-factor': 'sealed anew',
  'bank-connector': 'made anew',
  'beneficiary-seal': 'sealed anew',
  'beneficiary-fingerprint': 'made anew',
  'payee-account': 'sealed anew',
  'marketplace-postback': 'sealed anew',
  'mail-letters': 'sealed anew',
  'webpush-key:': 'forgotten',
  'webpush-subscription': 'forgotten',
  'delivery-token:': 'kept for an hour',
  'delivery-kept-key': 'sealed anew',
  'delivery-visitor': 'begun anew',
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

/** What a key may be derived for. */
export type Purpose = { [Name in Known]: Name extends `${string}:` ? `${Name}${string}` : Name }[Known]

/** Purposes that end so. */
export type PurposeThatIs<How extends End> = {
  [Name in Known]: (typeof PURPOSES)[Name] extends How ? Name : never
}[Known]
