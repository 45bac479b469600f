import { useFormatters } from '@adtally/i18n/use-formatters.ts'
import { useMessages } from '@adtally/i18n/use-messages.ts'
import { Banner } from '@adtally/ui/banner.tsx'
import { Button } from '@adtally/ui/button.tsx'
import { Card } from '@adtally/ui/card.tsx'
import { Chip } from '@adtally/ui/chip.tsx'
import { OfflineState, SkeletonRows } from '@adtally/ui/states.tsx'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { Link, useParams, useSearchParams } from 'react-router'
import { hasShownOnce, ShownOnce } from '../../../components/leaving/shown-once.tsx'
import { useErrorText } from '../../../lib/error-text.ts'
import { application_name } from '../../../lib/page-settings.ts'
import { useStatementWords } from '../../../lib/statement-words.ts'
import { proposalNow, type ShownProposal } from '../api/approval-calls.ts'
import { Decide } from '../components/decide.tsx'
import { FactsDiff } from '../components/facts-diff.tsx'
import { ProposalGrounds } from '../components/proposal-grounds.tsx'
import type { Revealed } from '../components/sealed-facts.tsx'
import { type Decision, useDeciding } from '../components/use-deciding.ts'

/** One proposal: what it changes, why, what it books, and the decision about it. */
export default function Approval() {
  const t = useMessages('consoleApprovals')
  const errorText = useErrorText()
  const { proposal_id = '' } = useParams()
  const [search] = useSearchParams()
  const { data, error, fetchStatus } = useQuery({
    queryKey: ['show-proposal', { proposal_id }],
    queryFn: ({ signal }) => proposalNow(proposal_id, signal),
    // What one decides by is read as it is now, and stays as it was read until something is done.
    staleTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
  return (
    <>
      <Link to={`/approvals?${search}`} className="flex min-h-11 w-fit items-center text-14 text-accent">
        ‹ {t('back')}
      </Link>
      {data ? (
        <ProposalView key={proposal_id} proposal={data} />
      ) : error ? (
        <Banner tone="negative">
          <p role="alert">{errorText(error)}</p>
        </Banner>
      ) : fetchStatus === 'paused' ? (
        <OfflineState />
      ) : (
        <SkeletonRows />
      )}
    </>
  )
}

function ProposalView({ proposal }: { proposal: ShownProposal }) {
  const t = useMessages('consoleApprovals')
  const deciding = useDeciding(proposal)
  const [revealed, setRevealed] = useState<Revealed>(null)
  const { says, now, status, is_as_proposed, hindrance, refused_now } = proposal
  useEffect(() => {
    document.title = `${says} · ${application_name}`
  }, [says])
  const words = useStatementWords()
  const facts = now ?? proposal
  const is_open = status === 'open'
  const has_changed = is_open && is_as_proposed === false && now !== undefined
  const { decision } = deciding
  return (
    <>
      <h1 className="max-w-200 text-20 font-semibold break-words">{facts.says}</h1>
      <ProposalFacts proposal={proposal} />
      <div className="mt-4 flex flex-col gap-3">
        {is_open && hindrance !== null && <Banner tone="hold">{t(`hindrances.${hindrance}`)}</Banner>}
        {(has_changed || decision.is === 'changed') && (
          <Banner tone="warning">
            <p role={decision.is === 'changed' ? 'alert' : undefined}>
              {t(decision.is === 'changed' ? 'changedNow' : 'changed')}
            </p>
          </Banner>
        )}
        {refused_now !== undefined && (
          <Banner tone="warning">{t('refusedNow', { reason: words.choice(refused_now) })}</Banner>
        )}
        <Decided decision={decision} />
      </div>
      <div className="mt-4 grid items-start gap-4 min-[64rem]:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
        <Card className="flex min-w-0 flex-col gap-6">
          {has_changed && <FactsDiff title={t('asProposed')} facts={proposal} />}
          <FactsDiff title={t(has_changed ? 'asNow' : 'changes')} facts={facts} />
          <details className="text-14">
            <summary className="flex min-h-11 cursor-pointer items-center text-accent">
              {t('details')}
            </summary>
            <pre className="overflow-x-auto text-12 break-words whitespace-pre-wrap">
              {JSON.stringify(proposal.payload, null, 2)}
            </pre>
          </details>
        </Card>
        <ProposalGrounds proposal={proposal} facts={facts} revealed={revealed} onReveal={setRevealed} />
      </div>
      <div className="mt-4">
        {is_open ? (
          <Decide
            proposal={proposal}
            deciding={deciding}
            is_unseen={proposal.sealed.length > 0 && revealed === null}
          />
        ) : (
          <FormAgain proposal={proposal} />
        )}
      </div>
    </>
  )
}

/** Who proposed it and when, how it stands, and who decided. */
function ProposalFacts({ proposal }: { proposal: ShownProposal }) {
  const t = useMessages('consoleApprovals')
  const words = useStatementWords()
  const format = useFormatters()
  const { action, maker, proposed_at, expires_at, status, checker_username, decided_at, decision_reason } =
    proposal
  return (
    <div className="mt-2 flex flex-wrap items-center gap-x-4 gap-y-1 text-14 text-muted">
      <Chip tone={status === 'approved' ? 'positive' : 'neutral'}>{words.choice(status)}</Chip>
      <span>{words.choice(action)}</span>
      <span>{t('proposed', { maker, at: format.time(proposed_at) })}</span>
      {status === 'open' && (
        <time dateTime={expires_at} className="text-hold">
          {t('ends', { at: format.time(expires_at) })}
        </time>
      )}
      {checker_username !== null && decided_at !== null && (
        <span>{t('decision', { username: checker_username, at: format.time(decided_at) })}</span>
      )}
      {decision_reason !== null && (
        <span className="basis-full break-words text-ink">
          {t('decisionReason')}: {decision_reason}
        </span>
      )}
    </div>
  )
}

/** What was just decided here with what the act answered, or why it was not. */
function Decided({ decision }: { decision: Decision }) {
  const t = useMessages('consoleApprovals')
  const acts = useMessages('consoleActs')
  const heading = useRef<HTMLParagraphElement>(null)
  const [is_noted, setNoted] = useState(false)
  const is_done = decision.is === 'approved' || decision.is === 'refused' || decision.is === 'withdrawn'
  useEffect(() => {
    if (is_done) heading.current?.focus()
  }, [is_done])
  if (decision.is === 'fault')
    return (
      <Banner tone="negative">
        <p role="alert">{decision.message}</p>
      </Banner>
    )
  if (decision.is === 'unknown')
    return (
      <Banner tone="warning">
        <p role="alert" className="font-medium">
          {acts('notKnown')}
        </p>
        <p>{acts('notKnownOnce')}</p>
        <Button onClick={decision.askAgain} className="mt-3">
          {acts('askAgain')}
        </Button>
      </Banner>
    )
  if (!is_done) return null
  return (
    <Banner>
      <p ref={heading} tabIndex={-1} className="font-medium outline-none">
        {t(decision.is)}
      </p>
      {decision.is === 'approved' && <ActAnswer outcome={decision.outcome} />}
      {decision.is === 'approved' && hasShownOnce(decision.outcome) && !is_noted && (
        <div className="mt-3">
          <ShownOnce onNoted={() => setNoted(true)} />
        </div>
      )}
    </Banner>
  )
}

function ActAnswer({ outcome }: { outcome: unknown }) {
  const t = useMessages('consoleApprovals')
  const words = useStatementWords()
  const members = typeof outcome === 'object' && outcome !== null ? Object.entries(outcome) : []
  if (members.length === 0) return null
  return (
    <dl aria-label={t('answer')} className="mt-2 flex flex-col gap-1">
      {members.map(([name, value]) => (
        <div key={name} className="flex flex-wrap gap-x-3">
          <dt className="text-muted">{words.field(name)}</dt>
          <dd className="break-all">{typeof value === 'string' ? value : JSON.stringify(value)}</dd>
        </div>
      ))}
    </dl>
  )
}

/** For its maker: the form of what was not approved, as they had filled it in. */
function FormAgain({ proposal: { given, status, proposal_id } }: { proposal: ShownProposal }) {
  const t = useMessages('consoleApprovals')
  if (!given || status === 'approved') return null
  return (
    <Link
      to={`/acts/${given.name}?again=${proposal_id}`}
      className="flex min-h-12 w-fit items-center rounded-control border border-edge bg-surface px-5 text-16 font-medium"
    >
      {t('formAgain')}
    </Link>
  )
}
