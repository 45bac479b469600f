/** As many decimals as the amount has: rounded entries would not add up to their line. */
export function exactDecimals(amount: string): 2 | 4 | 6 {
  const digits = amount.split('.')[1]?.length ?? 0
  return digits <= 2 ? 2 : digits <= 4 ? 4 : 6
}

/** As many decimals as the most precise of the amounts in a calculation. */
export function mostDecimals(...amounts: string[]): 2 | 4 | 6 {
  const decimals = amounts.map(exactDecimals)
  return decimals.includes(6) ? 6 : decimals.includes(4) ? 4 : 2
}
