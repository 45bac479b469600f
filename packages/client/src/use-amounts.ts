import {
  type AmountTextFault,
  DECIMALS_OF_PAYMENT,
  type ReadAmount,
  readAmount,
  typedAmount,
  withKey,
} from '@adtally/i18n/read-amount.ts'
import { useFormatters } from '@adtally/i18n/use-formatters.ts'
import { useMessages } from '@adtally/i18n/use-messages.ts'
import { useMemo } from 'react'
import { useLocale } from 'use-intl/react'

/** How every amount field reads and writes amounts, in the current language. */
export interface Amounts {
  read(text: string, decimals_max?: number): ReadAmount
  /** A wire amount as one would type it. */
  typed(amount: string): string
  /** The text after pressing a key of the app's keypad. */
  withKey(text: string, key: string): string
  /** The error for an unreadable text. */
  faultText(fault: AmountTextFault, decimals_max?: number): string
}

/** The common rule of amount fields in `currency`: each keeps the typed text and acts on what `read` makes of it. */
export function useAmountsIn(currency: string): Amounts {
  const language = useLocale()
  const format = useFormatters()
  const t = useMessages('validation')
  return useMemo(
    () => ({
      read: (text, decimals_max) =>
        readAmount(language, text, { currency, ...(decimals_max !== undefined && { decimals_max }) }),
      typed: (amount) => typedAmount(language, amount),
      withKey: (text, key) => withKey(language, text, key),
      faultText: (fault, decimals_max = DECIMALS_OF_PAYMENT) => {
        if (fault === 'too_precise') return t('amount_too_precise', { decimals: decimals_max })
        if (fault === 'zero') return t('amount_zero')
        if (fault === 'other_currency') return t('amount_other_currency', { currency })
        return t('amount_malformed', { example: format.amount('250.00') })
      },
    }),
    [language, currency, format, t],
  )
}
