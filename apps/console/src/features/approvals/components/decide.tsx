import { useFormatters } from '@adtally/i18n/use-formatters.ts'
import { useMessages } from '@adtally/i18n/use-messages.ts'
import { Button } from '@adtally/ui/button.tsx'
import { TextArea } from '@adtally/ui/field.tsx'
import { useEffect, useRef, useState } from 'react'
import type { ShownProposal } from '../api/approval-calls.ts'
import type { Deciding } from './use-deciding.ts'

interface DecideProps {
  proposal: ShownProposal
  deciding: Deciding
  /** What it keeps sealed was not looked at: nobody approves that unseen. */
  is_unseen: boolean
}

/** The two decisions about an open proposal: approving it as it is shown, or ending it with a reason. */
export function Decide({ proposal, deciding: { decision, approve, refuse }, is_unseen }: DecideProps) {
  const t = useMessages('consoleApprovals')
  const format = useFormatters()
  const [is_refusing, setRefusing] = useState(false)
  const { hindrance, now, refused_now } = proposal
  const sum = (now ?? proposal).sum
  const is_own = hindrance === 'own'
  // Who made it takes it back; about oneself others decide.
  const may_end = hindrance === null || is_own || hindrance === 'brought' || hindrance === 'judged'
  const is_sending = decision.is === 'sending'
  return (
    <div className="flex flex-col gap-3">
      {is_unseen && hindrance === null && <p className="text-14 text-muted">{t('unseen')}</p>}
      {is_refusing ? (
        <EndForm is_own={is_own} is_sending={is_sending} onEnd={refuse} onCancel={() => setRefusing(false)} />
      ) : (
        <div className="flex flex-wrap gap-3">
          {hindrance === null && (
            <Button busy={is_sending} disabled={refused_now !== undefined || is_unseen} onClick={approve}>
              {sum === null ? t('approve') : t('approveSum', { sum: format.amount(sum) })}
            </Button>
          )}
          {may_end && (
            <Button variant="secondary" disabled={is_sending} onClick={() => setRefusing(true)}>
              {t(is_own ? 'withdraw' : 'refuse')}
            </Button>
          )}
        </div>
      )}
    </div>
  )
}

interface EndFormProps {
  is_own: boolean
  is_sending: boolean
  onEnd(reason: string): void
  onCancel(): void
}

function EndForm({ is_own, is_sending, onEnd, onCancel }: EndFormProps) {
  const t = useMessages('consoleApprovals')
  const [reason, setReason] = useState('')
  const [is_missing, setMissing] = useState(false)
  const field = useRef<HTMLTextAreaElement>(null)
  useEffect(() => field.current?.focus(), [])
  return (
    <form
      noValidate
      className="flex max-w-160 flex-col gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        if (is_sending) return
        if (reason.trim() !== '') return onEnd(reason.trim())
        setMissing(true)
        field.current?.focus()
      }}
    >
      <TextArea
        ref={field}
        label={t(is_own ? 'withdrawWhy' : 'refuseWhy')}
        hint={is_own ? undefined : t('refuseHint')}
        error={is_missing ? t('reasonMissing') : undefined}
        value={reason}
        maxLength={500}
        rows={3}
        onChange={({ target }) => {
          setReason(target.value)
          setMissing(false)
        }}
      />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" variant={is_own ? 'primary' : 'danger'} busy={is_sending}>
          {t(is_own ? 'withdrawDo' : 'refuseDo')}
        </Button>
        <Button variant="secondary" disabled={is_sending} onClick={onCancel}>
          {t('cancel')}
        </Button>
      </div>
    </form>
  )
}
