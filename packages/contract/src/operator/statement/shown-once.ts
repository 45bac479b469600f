/** Members of an act's answer that nobody can be shown again, by whatever act: halves of codes, links, keys and secrets. */
const SHOWN_ONCE: ReadonlySet<string> = new Set([
  'first_code',
  'second_code',
  'link',
  'licence_code',
  // Of an acceptance offer.
  'code',
  'app_key',
  'exchange_key',
  'notice_secret',
  'postback_secret',
  'recovery_codes',
])

/** Whether an act that answers members of these names shows something once. */
export function isShownOnce(members: readonly string[]): boolean {
  return members.some((name) => SHOWN_ONCE.has(name))
}
