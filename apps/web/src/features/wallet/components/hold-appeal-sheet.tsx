import { APPEAL_LENGTH_MAX, holdAppeal } from '@adtally/contract/money/holds.ts'
import { useMessages } from '@adtally/i18n/use-messages.ts'
import { AppealSheet } from '../../../components/appeal-sheet.tsx'
import { type Hold, useAppealHold } from '../api/holds.ts'

/** An appeal against a hold: the customer says why it is wrong (PRODUCT §2.4). */
export default function HoldAppealSheet({ hold, onClose }: { hold: Hold; onClose: () => void }) {
  const t = useMessages('holds')
  return (
    <AppealSheet
      title={t('appeal')}
      label={t('grounds')}
      hint={hold.appeal}
      length_max={APPEAL_LENGTH_MAX}
      against={{ hold_id: hold.hold_id }}
      schema={holdAppeal.request}
      appeal={useAppealHold()}
      onClose={onClose}
    >
      <p className="text-14 text-muted">{t('appealText')}</p>
    </AppealSheet>
  )
}
