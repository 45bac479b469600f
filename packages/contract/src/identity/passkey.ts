import * as z from 'zod/mini'
import { because, secondFactorCode, text } from '../fields.ts'

/** The most passkeys a customer can have. */
export const PASSKEYS_MAX = 10

/** Bytes in base64url, as in Web Authentication's JSON. */
const bytes = (length_max: number) =>
  z
    .string({ error: because('field_invalid') })
    .check(
      z.minLength(1, 'field_required'),
      z.maxLength(length_max, 'field_too_long'),
      z.regex(/^[\w-]+$/, 'field_invalid'),
    )

/** WebAuthn §4: at most 1023 bytes. */
const credentialId = bytes(1364)
const clientData = bytes(4096)

/** How to reach the device with the passkey, in the browser's own words. */
const transports = z
  .array(z.string({ error: because('field_invalid') }).check(z.regex(/^[a-z-]{1,20}$/, 'field_invalid')), {
    error: because('field_invalid'),
  })
  .check(z.maxLength(8, 'field_too_long'))

/** In characters. */
export const PASSKEY_NAME_LENGTH_MAX = 40
export const passkeyName = text(PASSKEY_NAME_LENGTH_MAX)

/** A passkey's answer to a challenge (WebAuthn §5.2.2), as `navigator.credentials.get` gives it. */
export const passkeyAnswer = z.strictObject(
  {
    credential_id: credentialId,
    /** What the browser signed: challenge and origin. */
    client_data: clientData,
    authenticator_data: bytes(4096),
    signature: bytes(2048),
  },
  { error: because('field_invalid') },
)
export type PasskeyAnswer = z.infer<typeof passkeyAnswer>

/** A new passkey (WebAuthn §5.2.1), as `navigator.credentials.create` gives it. */
export const newPasskey = z.strictObject(
  {
    credential_id: credentialId,
    client_data: clientData,
    attestation: bytes(16_384),
    transports,
  },
  { error: because('field_invalid') },
)
export type NewPasskey = z.infer<typeof newPasskey>

const named = z.object({ credential_id: z.string(), transports: z.array(z.string()) })

/** Options for `navigator.credentials.get`: valid once, for this request, for `timeout_ms`. */
export const passkeyQuestion = z.object({
  challenge: z.string(),
  /** The host name that passkeys are bound to. */
  rp_id: z.string(),
  timeout_ms: z.int(),
  passkeys: z.array(named),
})
export type PasskeyQuestion = z.infer<typeof passkeyQuestion>

/** Options for `navigator.credentials.create`: valid once, in this session, for `timeout_ms`. */
export const passkeyMaking = z.object({
  challenge: z.string(),
  rp_id: z.string(),
  rp_name: z.string(),
  /** Bytes in base64url by which passkeys know the customer; used nowhere else. */
  user_handle: z.string(),
  username: z.string(),
  timeout_ms: z.int(),
  /** COSE numbers of the accepted signature algorithms, best first. */
  algorithms: z.array(z.int()),
  /** Existing passkeys, so that a device makes only one. */
  passkeys: z.array(named),
})
export type PasskeyMaking = z.infer<typeof passkeyMaking>

/** Proof of a second factor: an app's code, a recovery code or a passkey's answer. Without it, the call asks. */
export const factorProof = {
  second_factor: z.optional(secondFactorCode),
  passkey: z.optional(passkeyAnswer),
}

export const FACTOR_REFUSALS = [
  'second_factor_required',
  'second_factor_wrong',
  'second_factor_locked',
  'passkey_wrong',
  'passkey_counter_back',
] as const

/** With `second_factor_required`: the kinds that would do beside a recovery code, and the passkey challenge. */
export const factorAsked = z.object({
  app: z.boolean(),
  /** Null if there is no passkey, or the program's address allows none. */
  passkey: z.nullable(passkeyQuestion),
})
export const askedData = { asks: z.optional(factorAsked) }
