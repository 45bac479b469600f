/** A text cut to `length_max` characters, including an ellipsis if more follows; between words if possible. */
export function excerpt(text: string, length_max: number): string {
  const letters = [...text]
  if (letters.length <= length_max) return text
  const begin = letters.slice(0, length_max - 1).join('')
  const whole = /^(.+?)[\s\p{P}]+[^\s\p{P}]*$/su.exec(begin)?.[1]
  // Scripts without spaces have no words to cut between.
  return `${whole !== undefined && whole.length >= begin.length / 2 ? whole : begin}…`
}
