import { useFormatters } from '@adtally/i18n/use-formatters.ts'

/** The current language's decimal sign, for amount fields. */
export function useDecimalSign(): '.' | ',' {
  return useFormatters().amount('0.10').includes(',') ? ',' : '.'
}
