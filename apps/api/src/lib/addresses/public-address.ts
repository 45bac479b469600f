import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

/** The IPv6 range that IANA allocates to the internet; everything outside leads elsewhere. */
const GLOBAL_UNICAST = ipaddr.parseCIDR('2000::/3')

/** Addresses that look public but that a cloud's own hosts answer. */
const OF_A_CLOUD = new Set(['168.63.129.16'])

/** Whether an address is of this machine alone. */
export function isLoopback(address: string): boolean {
  return ipaddr.isValid(address) && ipaddr.parse(address).range() === 'loopback'
}

/** Whether a host, with or without its port, is this machine by its own name or address. */
export function isOfThisMachine(host: string): boolean {
  const name = host.replace(/:\d+$/, '')
  // Not what only some readers take for an address, such as `127.1`.
  return name === 'localhost' || (isIP(name) !== 0 && isLoopback(name))
}

/**
 * Whether an IP address is a host of the public internet: not private, loopback, link-local, shared, multicast or
 * reserved, not an embedding of another address, and not a cloud's metadata service.
 */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address) || OF_A_CLOUD.has(address)) return false
  const parsed = ipaddr.parse(address)
  if (parsed.range() !== 'unicast') return false
  return parsed.kind() === 'ipv4' || parsed.match(GLOBAL_UNICAST)
}
