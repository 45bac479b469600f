import type { LedgerMode } from '@adtally/contract/enums.ts'
import { plainUrl } from '../../lib/addresses/plain-url.ts'

const LOOPBACK = new Set(['127.0.0.1', '[::1]', 'localhost'])

/**
 * Whether visitors may be sent to `text` (SECURITY, "Open redirect"): https without user name or password, or in a
 * sandbox http to a loopback address.
 */
export function isAllowedUrl(text: string, mode: LedgerMode): boolean {
  const url = plainUrl(text)
  return url !== null && (url.protocol === 'https:' || (mode === 'sandbox' && LOOPBACK.has(url.hostname)))
}
