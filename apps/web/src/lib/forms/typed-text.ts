/** Invisible characters for line breaking, which nobody types. */
const UNSEEN = /[\u00ad\u2060]/g

/** A text as typed for a search: lower case, without invisible characters. */
export function typedText(text: string): string {
  return text.replace(UNSEEN, '').toLocaleLowerCase()
}
