import ipaddr from 'ipaddr.js'

/** What IANA gives out of IPv6 to the internet; whatever stands outside it leads somewhere else. */
const GLOBAL_UNICAST = ipaddr.parseCIDR('2000::/3')

/** Addresses that look public and are answered by the machines of a cloud itself. */
const OF_A_CLOUD = new Set(['168.63.129.16'])

/** Whether an address is of this machine alone. */
export function isLoopback(address: string): boolean {
  return ipaddr.isValid(address) && ipaddr.parse(address).range() === 'loopback'
}

/**
 * Whether an IP address is a host of the public internet: no private, loopback, link-local, shared, multicast or
 * reserved one, none that carries another address within it, and none at which a cloud tells its machines secrets.
 */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address) || OF_A_CLOUD.has(address)) return false
  const parsed = ipaddr.parse(address)
  if (parsed.range() !== 'unicast') return false
  return parsed.kind() === 'ipv4' || parsed.match(GLOBAL_UNICAST)
}
