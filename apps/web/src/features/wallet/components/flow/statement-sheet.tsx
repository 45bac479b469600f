import { useStore } from '@adtally/client/store.ts'
import { currentTime } from '@adtally/i18n/clock.ts'
import { useMessages } from '@adtally/i18n/use-messages.ts'
import { Button } from '@adtally/ui/button.tsx'
import { Picker } from '@adtally/ui/pickers/picker.tsx'
import { useId, useState } from 'react'
import { Sheet } from '../../../../components/header/lazy-dialogs.tsx'
import { useOnline } from '../../../../lib/device/use-online.ts'
import { session } from '../../../../lib/session/session.ts'
import { useExportStatement } from '../../api/export-statement.ts'
import { monthsSince } from './months.ts'
import { useMonthName } from './use-month-name.ts'

interface StatementSheetProps {
  /** The fund details' current month. */
  month: string | undefined
  onClose: () => void
}

/** A month's statement, as PDF to read or CSV to calculate with. */
export default function StatementSheet({ month, onClose }: StatementSheetProps) {
  const t = useMessages('wallet')
  const monthName = useMonthName()
  const created_at = useStore(session)?.user?.created_at
  const months = monthsSince(created_at ? new Date(created_at) : currentTime(), currentTime())
  const [value, setValue] = useState(month ?? months[0] ?? '')
  const save = useExportStatement()
  const online = useOnline()
  const noteId = useId()
  const offlineNote = useMessages('shell')('offlineAct')
  const described = { disabled: !online, 'aria-describedby': online ? undefined : noteId }
  const busy = (format: 'pdf' | 'csv') => save.isPending && save.variables.format === format
  return (
    <Sheet
      open
      onClose={onClose}
      title={t('statement.title')}
      footer={
        <div className="flex flex-wrap gap-3">
          <Button
            variant="secondary"
            className="flex-auto"
            {...described}
            busy={busy('csv')}
            onClick={() => save.mutate({ month: value, format: 'csv' })}
          >
            {t('statement.csv')}
          </Button>
          <Button
            className="flex-auto"
            {...described}
            busy={busy('pdf')}
            onClick={() => save.mutate({ month: value, format: 'pdf' })}
          >
            {t('statement.pdf')}
          </Button>
          {!online && (
            <p id={noteId} className="w-full text-center text-12 text-muted">
              {offlineNote}
            </p>
          )}
        </div>
      }
    >
      <p className="text-14 text-muted">{t('statement.text')}</p>
      <p className="pb-3 text-14 text-muted">{t('statement.zones')}</p>
      <Picker
        label={t('chooseMonth')}
        value={value}
        onChange={setValue}
        options={months.map((one) => ({ value: one, label: monthName(one) }))}
      />
    </Sheet>
  )
}
