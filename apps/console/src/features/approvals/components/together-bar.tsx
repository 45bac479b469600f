import { readAgain } from '@adtally/client/read-again.ts'
import { TOGETHER_MAX } from '@adtally/contract/operator/house/proposals.ts'
import { useFormatters } from '@adtally/i18n/use-formatters.ts'
import { useMessages } from '@adtally/i18n/use-messages.ts'
import { Banner } from '@adtally/ui/banner.tsx'
import { Button } from '@adtally/ui/button.tsx'
import { Dialog } from '@adtally/ui/dialog.tsx'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useErrorText } from '../../../lib/error-text.ts'
import { useStatementWords } from '../../../lib/statement-words.ts'
import { approveListed, PROPOSAL_READS, type Proposal, type Together } from '../api/approval-calls.ts'
import type { Choice } from './use-choice.ts'

interface TogetherBarProps {
  choice: Choice
  onDone(proposals: readonly Proposal[], result: Together): void
}

/** What is chosen to be approved together: the sum first, then one decision about all of it. */
export function TogetherBar({ choice, onDone }: TogetherBarProps) {
  const t = useMessages('consoleApprovals')
  const words = useStatementWords()
  const format = useFormatters()
  const errorText = useErrorText()
  const client = useQueryClient()
  const [is_asking, setAsking] = useState(false)
  const [is_sending, setSending] = useState(false)
  const [fault, setFault] = useState<string | null>(null)
  const { chosen, sum } = choice
  const [first] = chosen
  if (!first) return null
  const count = chosen.length

  const send = async () => {
    setAsking(false)
    setSending(true)
    setFault(null)
    try {
      onDone(chosen, await approveListed(chosen))
      choice.clear()
    } catch (error) {
      setFault(errorText(error))
    } finally {
      setSending(false)
      readAgain(client, PROPOSAL_READS)
    }
  }

  return (
    <section className="sticky bottom-0 mt-3 flex flex-col gap-2 rounded-card border border-line bg-surface p-3 shadow-raised">
      {fault !== null && (
        <Banner tone="negative">
          <p role="alert">{fault}</p>
        </Banner>
      )}
      <div className="flex flex-wrap items-center gap-3">
        <p aria-live="polite" className="mr-auto text-14">
          {sum !== null && (
            <strong className="mr-3 text-16 font-semibold">
              {t('chosenSum', { sum: format.amount(sum) })}
            </strong>
          )}
          {t('chosen', { count, action: words.choice(first.action) })}
          {count === TOGETHER_MAX && <span className="ml-3 text-muted">{t('atMost', { count })}</span>}
        </p>
        <Button variant="quiet" disabled={is_sending} onClick={choice.clear}>
          {t('dropChoice')}
        </Button>
        <Button busy={is_sending} onClick={() => setAsking(true)}>
          {t('review')}
        </Button>
      </div>
      <AskTogether
        is_open={is_asking}
        {...{ count, sum }}
        onCancel={() => setAsking(false)}
        onApprove={() => void send()}
      />
    </section>
  )
}

interface AskTogetherProps {
  is_open: boolean
  count: number
  sum: string | null
  onApprove(): void
  onCancel(): void
}

/** Asks once more, with the sum first. */
function AskTogether({ is_open, count, sum, onApprove, onCancel }: AskTogetherProps) {
  const t = useMessages('consoleApprovals')
  const format = useFormatters()
  return (
    <Dialog
      open={is_open}
      onClose={onCancel}
      title={t('togetherTitle', { count })}
      actions={
        <>
          <Button block onClick={onApprove}>
            {sum === null
              ? t('togetherDoPlain', { count })
              : t('togetherDo', { count, sum: format.amount(sum) })}
          </Button>
          <Button block variant="secondary" onClick={onCancel}>
            {t('cancel')}
          </Button>
        </>
      }
    >
      {sum !== null && (
        <p className="text-20 font-semibold text-ink">{t('chosenSum', { sum: format.amount(sum) })}</p>
      )}
      <p className="mt-1 text-14">{t('togetherNote')}</p>
    </Dialog>
  )
}

/** What became of each. */
export function TogetherResult({ proposals, result }: { proposals: readonly Proposal[]; result: Together }) {
  const t = useMessages('consoleApprovals')
  const words = useStatementWords()
  const format = useFormatters()
  const saysOf = (id: string) => proposals.find(({ proposal_id }) => proposal_id === id)?.says ?? id
  const became = ({ is_approved, refused, checker_username, decided_at }: Together['items'][number]) => {
    if (is_approved) return t('approvedOne')
    if (refused === 'proposal_changed') return t('changedOne')
    return checker_username !== null && decided_at !== null
      ? t('decidedOne', { username: checker_username, at: format.time(decided_at) })
      : t('refusedOne', { reason: words.choice(refused ?? '') })
  }
  return (
    <Banner tone={result.approved === result.items.length ? 'info' : 'warning'} className="mt-4">
      <p role="status" className="font-medium">
        {t('results', { approved: result.approved, count: result.items.length })}
        {result.sum !== null && ` · ${t('chosenSum', { sum: format.amount(result.sum) })}`}
      </p>
      <ul className="mt-1">
        {result.items.map((item) => (
          <li key={item.proposal_id} className="text-14">
            {saysOf(item.proposal_id)}: <strong className="font-medium">{became(item)}</strong>
          </li>
        ))}
      </ul>
    </Banner>
  )
}
