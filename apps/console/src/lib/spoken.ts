/** Abbreviations that stay in capitals. */
const CAPITALS = /\b(id|url|iban|csv|pdf|vast|utc|vip|api|sha256)\b/g

/** A name of the contract as words: `document_hash` is `Document hash`, `hold.place` is `Hold: place`. */
export function spoken(name: string): string {
  const words = name
    .replace(/[_-]+/g, ' ')
    .replace('.', ': ')
    .replace(CAPITALS, (word) => word.toUpperCase())
  return words.charAt(0).toUpperCase() + words.slice(1)
}
