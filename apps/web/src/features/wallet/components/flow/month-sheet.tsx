import { useStore } from '@adtally/client/store.ts'
import { currentTime } from '@adtally/i18n/clock.ts'
import { useMessages } from '@adtally/i18n/use-messages.ts'
import { Button } from '@adtally/ui/button.tsx'
import { Picker } from '@adtally/ui/pickers/picker.tsx'
import { useState } from 'react'
import { Sheet } from '../../../../components/header/lazy-dialogs.tsx'
import { session } from '../../../../lib/session/session.ts'
import type { FlowFilter } from '../../api/fund-flow.ts'
import { monthsSince } from './months.ts'
import { useMonthName } from './use-month-name.ts'

const ALL = 'all'

interface MonthSheetProps {
  filter: FlowFilter
  onChoose: (next: FlowFilter) => void
  onClose: () => void
}

/** The months since the account was opened, on a wheel. */
export default function MonthSheet({ filter, onChoose, onClose }: MonthSheetProps) {
  const t = useMessages('wallet')
  const monthName = useMonthName()
  const created_at = useStore(session)?.user?.created_at
  const [value, setValue] = useState(filter.month ?? ALL)
  const months = monthsSince(created_at ? new Date(created_at) : currentTime(), currentTime())
  const { month: _month, ...rest } = filter
  return (
    <Sheet
      open
      onClose={onClose}
      title={t('chooseMonth')}
      footer={
        <Button block onClick={() => onChoose(value === ALL ? rest : { ...rest, month: value })}>
          {t('showMonth')}
        </Button>
      }
    >
      <Picker
        label={t('chooseMonth')}
        value={value}
        onChange={setValue}
        options={[
          { value: ALL, label: t('allMonths') },
          ...months.map((month) => ({ value: month, label: monthName(month) })),
        ]}
      />
    </Sheet>
  )
}
