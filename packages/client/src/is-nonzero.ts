/** Whether a wire amount, signed or not, is not zero. */
export function isNonzero(amount: string): boolean {
  return /[1-9]/.test(amount)
}
