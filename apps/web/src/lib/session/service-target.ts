import type { BasicConfig } from '../basic-config.ts'

type ServiceConfig = Pick<BasicConfig, 'customer_service_url_type' | 'customer_service_url'>

/** Where customer service is reached. */
export type ServiceTarget = { kind: 'page' } | { kind: 'address'; url: string } | { kind: 'none' }

/** `customer_service_url_type` for the app's own page (SPEC §2). */
const OWN_PAGE = 1

/**
 * An external address that is safe to open: https without credentials, or a page of this origin; null for anything
 * else, including `javascript:` and `//host` (SECURITY, open redirect).
 */
export function safeAddress(address: string, origin: string): string | null {
  if (!/^(https:\/\/|\/(?![/\\]))/i.test(address)) return null
  try {
    const url = new URL(address, origin)
    const isAllowed = url.protocol === 'https:' || url.origin === origin
    return isAllowed && url.username === '' && url.password === '' ? url.href : null
  } catch {
    return null
  }
}

/**
 * Customer service opens `#/customer` if the config's type is 1, else the configured address (SPEC §2). Signed out,
 * the page would only lead to login, so the address is used (PRODUCT §14).
 */
export function serviceTarget(config: ServiceConfig, signed_in: boolean, origin: string): ServiceTarget {
  if (config.customer_service_url_type === OWN_PAGE && signed_in) return { kind: 'page' }
  const url = safeAddress(config.customer_service_url, origin)
  return url === null ? { kind: 'none' } : { kind: 'address', url }
}
