/** Whether an amount of the wire, signed or not, is anything but nothing. */
export function isNonzero(amount: string): boolean {
  return /[1-9]/.test(amount)
}
