import { getDomain } from 'tldts'

/**
 * Whether a host, with or without its port, is a domain that somebody has registered, or lies under one: no address in any
 * notation that browsers read as one, no name of this machine, no suffix of the Public Suffix List. With `allows_hosting` a
 * suffix under which a company lets others have names, such as `github.io`, is that company's own.
 */
export function isRegistered(
  host: string,
  { allows_hosting = true }: { allows_hosting?: boolean } = {},
): boolean {
  const name = host.replace(/:\d+$/, '')
  // A reader of addresses takes `127.1` and `0x7f.1` for numbers.
  if (URL.parse(`http://${name}`)?.hostname !== name) return false
  return getDomain(name, { allowPrivateDomains: !allows_hosting }) !== null
}
