import { type Amounts, useAmountsIn } from '@adtally/client/use-amounts.ts'
import { useCurrency } from './use-currency.ts'

/** The rule of amount fields, in the ledger's currency. */
export function useAmounts(): Amounts {
  return useAmountsIn(useCurrency())
}
