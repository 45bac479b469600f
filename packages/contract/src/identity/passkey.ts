import * as z from 'zod/mini'
import { because, secondFactorCode, text } from '../fields.ts'

/** How many passkeys a customer has at most. */
export const PASSKEYS_MAX = 10

/** Bytes in base64url, as Web Authentication's JSON has them. */
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

/** How a device is reached by which a passkey is kept: the browser's own words. */
const transports = z
  .array(z.string({ error: because('field_invalid') }).check(z.regex(/^[a-z-]{1,20}$/, 'field_invalid')), {
    error: because('field_invalid'),
  })
  .check(z.maxLength(8, 'field_too_long'))

export const passkeyName = text(40)

/** A passkey's signature under the question that it was asked (WebAuthn §5.2.2), as `navigator.credentials.get` gives it. */
export const passkeyAnswer = z.strictObject(
  {
    credential_id: credentialId,
    /** The question's bytes as the browser saw them: challenge, origin. */
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

/** What `navigator.credentials.get` is called with: good once, for what was asked, for `timeout_ms`. */
export const passkeyQuestion = z.object({
  challenge: z.string(),
  /** The host's name that passkeys are bound to. */
  rp_id: z.string(),
  timeout_ms: z.int(),
  passkeys: z.array(named),
})
export type PasskeyQuestion = z.infer<typeof passkeyQuestion>

/** What `navigator.credentials.create` is called with: good once, in the session that asked, for `timeout_ms`. */
export const passkeyMaking = z.object({
  challenge: z.string(),
  rp_id: z.string(),
  rp_name: z.string(),
  /** Bytes in base64url that name the customer to their passkeys, and to nobody else. */
  user_handle: z.string(),
  username: z.string(),
  timeout_ms: z.int(),
  /** COSE numbers of the kinds of signature that are taken, the best first. */
  algorithms: z.array(z.int()),
  /** Passkeys that there are, so that none is made twice on one device. */
  passkeys: z.array(named),
})
export type PasskeyMaking = z.infer<typeof passkeyMaking>

/** What shows a second factor: a code of the app, a recovery code, or a passkey's answer. Without any, a call that needs one asks. */
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

/** With `second_factor_required`: which kinds would do beside a recovery code, and the question for a passkey. */
export const factorAsked = z.object({
  app: z.boolean(),
  /** Null where there is no passkey, or none can be asked for at the program's address. */
  passkey: z.nullable(passkeyQuestion),
})
export const askedData = { asks: z.optional(factorAsked) }
