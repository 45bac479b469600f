import type { IncomingHttpHeaders } from 'node:http'
import { isIP } from 'node:net'

const MAPPED = '::ffff:'
/** The groups of an IPv6 address that name the network; its holder has every address in it. */
const NETWORK_GROUPS = 4
const GROUPS = 8

/**
 * The address a request comes from. Behind `proxies` proxies it is the entry that many from the right in
 * X-Forwarded-For, since each proxy appends its peer and the client may have forged whatever stands to the left.
 * Without such an entry, or if it is not an address, it is the peer's; empty if the system no longer knows that.
 */
export function clientAddress(
  headers: IncomingHttpHeaders,
  peer_or_gone: string | undefined,
  proxies: number,
): string {
  const peer = peer_or_gone ?? ''
  if (proxies === 0) return peer
  const forwarded = headers['x-forwarded-for']
  if (forwarded === undefined) return peer
  const address = withoutPort(String(forwarded).split(',').at(-proxies)?.trim() ?? '')
  return isIP(address) === 0 ? peer : address
}

/** Some proxies append the port as well: `203.0.113.7:443`, `[2001:db8::7]:443`. */
function withoutPort(entry: string): string {
  const [, bracketed, plain] = /^(?:\[([^\]]*)\](?::\d+)?|([\d.]+):\d+)$/.exec(entry) ?? []
  return bracketed ?? plain ?? entry
}

/** The key that an address is counted under: an IPv6 address by its /64 network, any other as it is. */
export function networkOf(address: string): string {
  if (!address.includes(':')) return address
  if (address.startsWith(MAPPED) && address.includes('.')) return address.slice(MAPPED.length)
  const [before = '', after] = address.split('::')
  const groups = before === '' ? [] : before.split(':')
  if (after !== undefined) {
    const behind = after === '' ? [] : after.split(':')
    // A trailing IPv4 address takes the place of two groups.
    const length = behind.length + (after.includes('.') ? 1 : 0)
    groups.push(...Array.from({ length: Math.max(0, GROUPS - groups.length - length) }, () => '0'), ...behind)
  }
  const network = groups.slice(0, NETWORK_GROUPS).map((group) => Number.parseInt(group, 16).toString(16))
  return `${network.join(':')}::/64`
}

/** Whether an address is of this machine itself. */
export function isLoopback(address: string): boolean {
  return address.startsWith('127.') || address === '::1' || address.startsWith(`${MAPPED}127.`)
}
