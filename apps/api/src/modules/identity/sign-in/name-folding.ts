/**
 * A person's name for comparison with a bank line's payer: without accents and punctuation, in one case, words
 * sorted, since banks write `DOE JANE`, `Doe, Jane` and `Jane Doé` for the same person.
 */
export function foldName(name: string): string {
  return name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toUpperCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
    .sort()
    .join(' ')
}
