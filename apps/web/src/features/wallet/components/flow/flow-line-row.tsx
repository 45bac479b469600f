import type { FlowType, WalletPart } from '@adtally/contract/enums.ts'
import { useFormatters } from '@adtally/i18n/use-formatters.ts'
import { Amount } from '@adtally/ui/amount.tsx'
import { Icon } from '@adtally/ui/icons/icon.tsx'
import type { IconName } from '@adtally/ui/icons/icon-paths.ts'
import { ListRow } from '@adtally/ui/list-row.tsx'
import { memo } from 'react'
import type { FlowLine } from '../../api/fund-flow.ts'
import { certaintyOfLine, certaintyOfPart } from './flow-certainty.ts'
import { useLineName } from './use-line-name.ts'

const ICONS: Record<FlowType, IconName> = {
  system_deposit: 'download',
  manual_withdrawal: 'send',
  ad_billing: 'receipt',
  ad_serving: 'play',
  system_chargeback: 'erase',
  virtual_recharge_deduction: 'gift',
  vip_opening: 'user',
  profit_sharing: 'chart',
  exchange: 'refresh',
  hold: 'hold',
}

/** The type's icon; returned startup funds don't get the gift's. */
function iconOf({ type, amount }: FlowLine): IconName {
  return type === 'virtual_recharge_deduction' && amount.startsWith('-') ? 'minus' : ICONS[type]
}

interface FlowLineRowProps {
  line: FlowLine
  currency: string
  /** The part whose change is shown instead of the cash effect. */
  part?: WalletPart
  /** Has to be a stable function, so that rendered lines don't re-render as more arrive. */
  onOpen: (line_id: string) => void
}

/** A fund flow line: its name, time and change. */
export const FlowLineRow = memo(function FlowLineRow({ line, currency, part, onOpen }: FlowLineRowProps) {
  const lineName = useLineName()
  const { time } = useFormatters()
  const certainty = part ? certaintyOfPart(part) : certaintyOfLine(line)
  return (
    <ListRow
      sheet
      onClick={() => onOpen(line.id)}
      leading={
        <span className="hidden size-9 flex-none items-center justify-center rounded-chip bg-canvas min-[22.5rem]:flex">
          <Icon name={iconOf(line)} size={18} />
        </span>
      }
      // With the remark's own places for line breaks.
      title={lineName(line)}
      detail={
        <span className="flex flex-wrap gap-x-2">
          <span className="w-max max-w-full wrap-normal">{time(line.time, 'day-time')}</span>{' '}
          {line.number && <span className="min-w-0 wrap-anywhere">{line.number}</span>}
        </span>
      }
      trailing={
        <Amount
          value={part ? line.parts[part] : line.amount}
          currency={currency}
          sign="always"
          // The platform's money is neither gain nor loss.
          toned={certainty !== 'promotional'}
          certainty={certainty}
          className="row-amount font-medium"
        />
      }
    />
  )
})
