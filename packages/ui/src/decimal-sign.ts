import { useFormatters } from '@adtally/i18n/use-formatters.ts'

/** What the language on screen writes between units and cents, for amounts that are being typed. */
export function useDecimalSign(): '.' | ',' {
  return useFormatters().amount('0.10').includes(',') ? ',' : '.'
}
