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
import { useCurrency } from './use-currency.ts'

/** The one rule of every field that takes an amount, in the language on screen. */
export interface Amounts {
  /** What a text is taken for. */
  read(text: string, decimals_max?: number): ReadAmount
  /** A wire amount as it is typed. */
  typed(amount: string): string
  /** A text after a key of the app's own keypad. */
  withKey(text: string, key: string): string
  /** What is said of a text that is taken for none. */
  faultText(fault: AmountTextFault, decimals_max?: number): string
}

/** The rule by which fields take amounts: each keeps what was typed, and acts on what `read` makes of it. */
export function useAmounts(): Amounts {
  const language = useLocale()
  const format = useFormatters()
  const t = useMessages('validation')
  const currency = useCurrency()
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
