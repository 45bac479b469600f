/** Invisible characters for line breaking, which nobody types. */
const UNSEEN = /[\u00ad\u200b\u2060]/g

const asTyped = (text: string) => text.replace(UNSEEN, '').toLocaleLowerCase()

/** Whether a text has every word that is searched for, in large or small letters and without signs that nobody sees. */
export function hasWords(text: string, wanted: string): boolean {
  const found = asTyped(text)
  return asTyped(wanted)
    .split(/\s+/)
    .every((word) => found.includes(word))
}
