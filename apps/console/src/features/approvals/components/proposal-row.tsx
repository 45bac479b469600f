import { useFormatters } from '@adtally/i18n/use-formatters.ts'
import { useMessages } from '@adtally/i18n/use-messages.ts'
import { Chip } from '@adtally/ui/chip.tsx'
import { classNames } from '@adtally/ui/class-names.ts'
import { Link } from 'react-router'
import { useStatementWords } from '../../../lib/statement-words.ts'
import type { Proposal } from '../api/approval-calls.ts'

interface ProposalRowProps {
  proposal: Proposal
  /** Where it is looked at. */
  to: string
  /** Choosing it to be approved with others; null where nothing is chosen in this queue. */
  choice: { is_chosen: boolean; is_possible: boolean; onChoose(is_chosen: boolean): void } | null
}

/** A proposal in a queue: what it is, who made it, the sum, when it ends, and why one may not decide it. */
export function ProposalRow({ proposal, to, choice }: ProposalRowProps) {
  const t = useMessages('consoleApprovals')
  const words = useStatementWords()
  const format = useFormatters()
  const { says, maker, action, sum, hindrance, status, expires_at, decided_at } = proposal
  const is_open = status === 'open'
  const ended_at = decided_at ?? expires_at
  return (
    <li
      className={classNames(
        'flex items-start gap-2 border-t border-line px-2 py-1 first:rounded-t-card first:border-t-0 last:rounded-b-card',
        hindrance !== null && 'bg-canvas',
      )}
    >
      {choice && (
        <label className="flex min-h-11 min-w-11 items-center justify-center">
          <span className="sr-only">{t('select', { says })}</span>
          <input
            type="checkbox"
            checked={choice.is_chosen}
            disabled={!choice.is_possible}
            onChange={({ target }) => choice.onChoose(target.checked)}
            className="size-5 accent-accent"
          />
        </label>
      )}
      <div className="min-w-0 flex-auto py-2">
        <Link
          to={to}
          data-proposal={proposal.proposal_id}
          className={classNames(
            'block min-h-6 text-14 font-medium break-words hover:underline',
            hindrance === null ? 'text-ink' : 'text-muted',
          )}
        >
          {says}
        </Link>
        <p className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1 text-12 text-muted">
          <span>{words.choice(action)}</span>
          <span>{t('by', { maker })}</span>
          <time dateTime={is_open ? expires_at : ended_at}>
            {is_open ? t('ends', { at: format.time(expires_at) }) : t('ended', { at: format.time(ended_at) })}
          </time>
          {is_open ? (
            hindrance !== null && <Chip tone="hold">{t(`hindrances.${hindrance}`)}</Chip>
          ) : (
            <Chip tone={status === 'approved' ? 'positive' : 'neutral'}>{words.choice(status)}</Chip>
          )}
        </p>
      </div>
      <p className="py-2 text-right text-14 whitespace-nowrap">
        <span className="sr-only">{t('sum')} </span>
        {sum === null ? (
          <span className="text-muted">
            <span aria-hidden="true">–</span>
            <span className="sr-only">{t('noSum')}</span>
          </span>
        ) : (
          format.amount(sum)
        )}
      </p>
    </li>
  )
}
