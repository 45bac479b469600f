/**
 * A CSV field, quoted if necessary. An apostrophe before it keeps spreadsheets from running it as a formula
 * (SECURITY); texts that begin with one get another, so that removing the first always restores the text.
 */
export function csvField(text: string): string {
  const is_number = /^-?\d+(\.\d+)?$/.test(text)
  const inert = !is_number && /^[=+\-@\t\r'＝＋－＠]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(inert) ? `"${inert.replaceAll('"', '""')}"` : inert
}
