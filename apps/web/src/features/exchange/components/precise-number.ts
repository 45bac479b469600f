import { useMemo } from 'react'
import { useLocale } from 'use-intl/react'

interface PreciseNumbers {
  /** Formats a rate, sent with six decimals, without trailing zeros. */
  rateNumber(rate: string): string
  /** Formats a percentage with two decimals, such as `"0.50"`. */
  percent(percent: string): string
}

/** Formats rates and small percentages in the current language with every significant digit. */
export function usePreciseNumber(): PreciseNumbers {
  const language = useLocale()
  return useMemo(() => {
    const rates = new Intl.NumberFormat(language, { minimumFractionDigits: 2, maximumFractionDigits: 6 })
    const percents = new Intl.NumberFormat(language, { style: 'percent', minimumFractionDigits: 2 })
    return {
      rateNumber: (rate) => rates.format(Number(rate)),
      percent: (percent) => percents.format(Number(percent) / 100),
    }
  }, [language])
}
