/** As many decimals as an entry's amount has: rounded, entries would not add up to their line. */
export function exactDecimals(amount: string): 2 | 4 | 6 {
  const digits = amount.split('.')[1]?.length ?? 0
  return digits <= 2 ? 2 : digits <= 4 ? 4 : 6
}
