/** What keeps words together or lets a long one part at the end of a line: nobody sees or types it. */
const UNSEEN = /[\u00ad\u2060]/g

/** A text as somebody types it who searches for it: in small letters, without signs that nobody sees. */
export function typedText(text: string): string {
  return text.replace(UNSEEN, '').toLocaleLowerCase()
}
