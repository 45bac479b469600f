/** PostgreSQL's pattern for remittances that may name a payout. */
export const NUMBER_PATTERN = '\\mP[0-9]{6,12}\\M'

/** The payout number in a remittance, such as `P100001`; null if it has none or several. */
export function payoutNumberIn(remittance: string): string | null {
  const numbers = new Set(remittance.toUpperCase().match(/\bP\d{6,12}\b/g) ?? [])
  const [number] = numbers
  return numbers.size === 1 && number ? number : null
}
