import { FLOW_TYPES } from '@adtally/contract/enums.ts'
import { useMessages } from '@adtally/i18n/use-messages.ts'
import { ListRow } from '@adtally/ui/list-row.tsx'
import { Sheet } from '../../../../components/header/lazy-dialogs.tsx'
import type { FlowFilter } from '../../api/fund-flow.ts'

interface TypeSheetProps {
  filter: FlowFilter
  onChoose: (next: FlowFilter) => void
  onClose: () => void
}

/** Chooses a type of the fund flow (SPEC §4). */
export default function TypeSheet({ filter, onChoose, onClose }: TypeSheetProps) {
  const t = useMessages('wallet')
  const { type: chosen, ...rest } = filter
  return (
    <Sheet open onClose={onClose} title={t('chooseType')}>
      <ListRow title={t('allTypes')} selected={chosen === undefined} onClick={() => onChoose(rest)} />
      {FLOW_TYPES.map((type) => (
        <ListRow
          key={type}
          title={t(`flowTypes.${type}`)}
          selected={type === chosen}
          onClick={() => onChoose({ ...rest, type })}
        />
      ))}
    </Sheet>
  )
}
