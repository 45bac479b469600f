import { useMessages } from '@adtally/i18n/use-messages.ts'
import type { FlowLine } from '../../api/fund-flow.ts'

/** What a line is called: a withdrawal that came back is no second one. */
export function useLineName(): (line: Pick<FlowLine, 'type' | 'amount'>) => string {
  const t = useMessages('wallet')
  return ({ type, amount }) =>
    type === 'manual_withdrawal' && /^[^-]*[1-9]/.test(amount)
      ? t('withdrawalReturned')
      : t(`flowTypes.${type}`)
}
