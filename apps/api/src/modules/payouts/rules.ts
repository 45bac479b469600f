/** How PostgreSQL finds remittances that may name a payout. */
export const NUMBER_PATTERN = '\\mP[0-9]{6,12}\\M'

/** The payout that a line's remittance names, such as `P100001`; null where it names none or several. */
export function payoutNumberIn(remittance: string): string | null {
  const numbers = new Set(remittance.toUpperCase().match(/\bP\d{6,12}\b/g) ?? [])
  const [number] = numbers
  return numbers.size === 1 && number ? number : null
}
