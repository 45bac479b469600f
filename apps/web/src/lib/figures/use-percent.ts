import { useMemo } from 'react'
import { useLocale } from 'use-intl/react'

interface PercentOptions {
  /** Puts a plus before a gain. */
  signed?: boolean
}

/** Formats percentages sent as text with one decimal, such as `"-3.4"`, in the current language. */
export function usePercent(): (percent: string, options?: PercentOptions) => string {
  const language = useLocale()
  return useMemo(() => {
    const format = (signDisplay: 'auto' | 'exceptZero') =>
      new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 1, signDisplay })
    const [plain, with_sign] = [format('auto'), format('exceptZero')]
    return (percent, { signed = false } = {}) => (signed ? with_sign : plain).format(Number(percent) / 100)
  }, [language])
}
