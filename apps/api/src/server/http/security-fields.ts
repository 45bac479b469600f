const YEAR_S = 31_536_000

/** Fields of every reply, made once: as alternating names and values, and as header lines. */
export interface SecurityFields {
  readonly list: readonly string[]
  readonly lines: string
}

/** Who may read a reply: pages of this origin, or also those of publishers, which show advertisements. */
export type Readers = 'own' | 'any'

/**
 * The security fields of every reply: no sniffing of its type, no framing, who may embed it, and https if that is how
 * the program is reached. A reply with its own content policy has to forbid frames there too. Replies to any origin
 * keep browsers' default referrer policy, which shows advertisers the site that a visitor comes from but not the
 * page.
 */
export function securityFields(public_origin: string, readers: Readers): SecurityFields {
  const list = [
    ...['x-content-type-options', 'nosniff'],
    ...['content-security-policy', "frame-ancestors 'none'"],
    ...['cross-origin-resource-policy', readers === 'own' ? 'same-origin' : 'cross-origin'],
    ...['referrer-policy', readers === 'own' ? 'no-referrer' : 'strict-origin-when-cross-origin'],
  ]
  if (public_origin.startsWith('https://')) {
    list.push('strict-transport-security', `max-age=${YEAR_S}; includeSubDomains`)
  }
  let lines = ''
  for (let index = 0; index < list.length; index += 2) lines += `${list[index]}: ${list[index + 1]}\r\n`
  return { list, lines }
}
