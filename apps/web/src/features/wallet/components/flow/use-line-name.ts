import { useMessages } from '@adtally/i18n/use-messages.ts'
import type { FlowLine } from '../../api/fund-flow.ts'

/** A line's name; a returned withdrawal is not called a withdrawal. */
export function useLineName(): (line: Pick<FlowLine, 'type' | 'amount'>) => string {
  const t = useMessages('wallet')
  return ({ type, amount }) =>
    type === 'manual_withdrawal' && /^[^-]*[1-9]/.test(amount)
      ? t('withdrawalReturned')
      : t(`flowTypes.${type}`)
}
