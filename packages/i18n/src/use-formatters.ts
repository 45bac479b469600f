import { useMemo } from 'react'
import { useLocale } from 'use-intl/react'
import { currentTime } from './clock.ts'
import {
  formatAmount,
  formatMoney,
  formatNumber,
  formatRate,
  formatShare,
  type MoneyOptions,
} from './format-money.ts'
import { formatRelative, formatRemaining, formatTime, localeOfTimes, type TimeStyle } from './format-time.ts'

/** Formatters for the current language. */
export interface Formatters {
  /** Without the currency. */
  amount(amount: string, options?: MoneyOptions): string
  money(amount: string, currency: string, options?: MoneyOptions): string
  number(value: number | bigint): string
  share(share: number): string
  /** A small share, such as clicks per impression, to two significant digits. */
  rate(share: number): string
  time(moment: string | Date, style?: TimeStyle): string
  /** Relative to `now`, by default the program's current time. */
  relative(moment: string | Date, now?: Date): string
  remaining(moment: string | Date, now?: Date): string
}

/** Formatters bound to the current language. */
export function useFormatters(): Formatters {
  const language = useLocale()
  return useMemo(() => {
    const locale = localeOfTimes(language, navigator.languages)
    return {
      amount: (amount, options) => formatAmount(language, amount, options),
      money: (amount, currency, options) => formatMoney(language, amount, currency, options),
      number: (value) => formatNumber(language, value),
      share: (share) => formatShare(language, share),
      rate: (share) => formatRate(language, share),
      time: (moment, style) => formatTime(locale, moment, style),
      relative: (moment, now = currentTime()) => formatRelative(language, moment, now),
      remaining: (moment, now = currentTime()) => formatRemaining(language, moment, now),
    }
  }, [language])
}
