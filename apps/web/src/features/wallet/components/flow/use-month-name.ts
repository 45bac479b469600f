import { useFormatters } from '@adtally/i18n/use-formatters.ts'

/** Formats a month such as `2026-11` in the current language. */
export function useMonthName(): (month: string) => string {
  const { time } = useFormatters()
  // Noon of the 2nd is in the same month in every zone.
  return (month) => time(`${month}-02T12:00:00Z`, 'month')
}
