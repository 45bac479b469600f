import { useMemo } from 'react'
import { useLocale } from 'use-intl/react'

interface PercentOptions {
  /** Puts a plus before a gain, and writes the decimal also where it is zero, because results stand beside others. */
  signed?: boolean
}

/** Formats percentages sent as text with one decimal, such as `"-3.4"`, in the current language. */
export function usePercent(): (percent: string, options?: PercentOptions) => string {
  const language = useLocale()
  return useMemo(() => {
    const one_decimal = { style: 'percent', maximumFractionDigits: 1 } as const
    const plain = new Intl.NumberFormat(language, one_decimal)
    const with_sign = new Intl.NumberFormat(language, {
      ...one_decimal,
      minimumFractionDigits: 1,
      signDisplay: 'exceptZero',
    })
    return (percent, { signed = false } = {}) => (signed ? with_sign : plain).format(Number(percent) / 100)
  }, [language])
}
