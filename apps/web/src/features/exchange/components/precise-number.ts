import { useMemo } from 'react'
import { useLocale } from 'use-intl/react'

interface PreciseNumbers {
  /** A rate, which travels with six decimals: all that say something. */
  rateNumber(rate: string): string
  /** A percentage with two decimals, such as `"0.50"`. */
  percent(percent: string): string
}

/** Rates and small percentages in the language's manner, with every digit that counts. */
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
