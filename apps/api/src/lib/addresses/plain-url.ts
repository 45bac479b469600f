// Control characters, spaces and backslashes are repaired differently by different readers of a URL.
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is refused
const UNSAFE = /[\u0000-\u0020\u007f-\u00a0\u2028\u2029\ufeff\\]/

/** `text` as an http or https address that every parser reads alike, without user name or password; else null. */
export function plainUrl(text: string): URL | null {
  if (text.length > 2_000 || UNSAFE.test(text) || !/^https?:\/\/[^/]/i.test(text) || !URL.canParse(text))
    return null
  const url = new URL(text)
  return url.username !== '' || url.password !== '' || /^https?:\/\/[^/?#]*@/i.test(text) ? null : url
}
