const YEAR_S = 31_536_000

/** Fields that go with every reply, made once: as names and values in turn, and as lines of a head. */
export interface SecurityFields {
  readonly list: readonly string[]
  readonly lines: string
}

/** Who may read a reply: pages of this origin, or those of publishers, on which advertisements are. */
export type Readers = 'own' | 'any'

/**
 * What every reply says, whatever it is: that its type is what it says, that no page may frame it, where it may be shown,
 * and, where the program is reached by https, that it always is. A reply with a content policy of its own has to forbid
 * frames there, too. Replies to pages of any origin leave browsers' own rule for referrers, by which advertisers see which
 * site a visitor comes from, and not which page.
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
