import type { BidRequest } from './bid-request.ts'
import { toldByGpp } from './told-gpp.ts'

/** What a bid request says its visitor allows. */
export interface ToldConsent {
  /** An id of the device may be used. */
  storage: boolean
  /** The visitor, or a law for children, asks not to be followed. */
  opted_out: boolean
}

/** Longer than any that the TCF's managers write. */
const CONSENT_LENGTH_MAX = 4_096
const TCF_VERSION = 2
/** In bits from a TC string's beginning (IAB TCF, "Core string"). */
const TCF_AT = { version: 0, created: 6, purposes: 152 } as const
const TCF_CORE_BYTES = Math.ceil((TCF_AT.purposes + 24) / 8)
const DECISECOND_MS = 100

/**
 * What `regs`, `user.consent` and `device` allow. Where the GDPR applies an id takes purpose 1; a string by the Global
 * Privacy Platform is asked beside whatever else is told, and what forbids more holds.
 */
export function toldConsent({ regs, user, device }: BidRequest, now_ms: number): ToldConsent {
  const us_privacy = regs?.us_privacy ?? regs?.ext?.us_privacy ?? ''
  const gpc = regs?.ext?.gpc
  const gpp = regs?.gpp ?? regs?.ext?.gpp ?? ''
  const of_gpp =
    gpp === ''
      ? null
      : toldByGpp(gpp, regs?.gpp_sid ?? regs?.ext?.gpp_sid, (text) => allowsStorage(text, now_ms))
  const opted_out =
    of_gpp?.opted_out === true ||
    regs?.coppa === 1 ||
    device?.dnt === 1 ||
    device?.lmt === 1 ||
    us_privacy.charAt(2).toUpperCase() === 'Y' ||
    gpc === 1 ||
    gpc === '1' ||
    gpc === true
  const is_asked = (regs?.gdpr ?? regs?.ext?.gdpr) === 1
  const consent = user?.consent ?? user?.ext?.consent ?? ''
  const is_allowed = consent === '' ? !is_asked : allowsStorage(consent, now_ms)
  return { storage: !opted_out && of_gpp?.storage !== false && is_allowed, opted_out }
}

/** Whether a TC string consents to purpose 1; not where it is cut, of another version, of the future or far too long. */
export function allowsStorage(consent: string, now_ms: number): boolean {
  if (consent.length > CONSENT_LENGTH_MAX) return false
  const [core = ''] = consent.split('.', 1)
  if (!/^[A-Za-z0-9_-]+$/.test(core)) return false
  const bytes = Buffer.from(core, 'base64url')
  if (bytes.length < TCF_CORE_BYTES || bitsAt(bytes, TCF_AT.version, 6) !== TCF_VERSION) return false
  if (bitsAt(bytes, TCF_AT.created, 36) * DECISECOND_MS > now_ms) return false
  return bitsAt(bytes, TCF_AT.purposes, 1) === 1
}

function bitsAt(bytes: Buffer, from: number, count: number): number {
  let value = 0
  for (let bit = from; bit < from + count; bit += 1) {
    value = value * 2 + (((bytes[bit >> 3] ?? 0) >> (7 - (bit & 7))) & 1)
  }
  return value
}
