import { openEvidence } from '@adtally/contract/operator/house/evidence.ts'
import { useMessages } from '@adtally/i18n/use-messages.ts'
import { Card } from '@adtally/ui/card.tsx'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useStatementWords } from '../../../lib/statement-words.ts'
import type { Facts, ShownProposal } from '../api/approval-calls.ts'
import { type Revealed, SealedFacts } from './sealed-facts.tsx'

/** Members of a payload that say what shows that something is so. */
const EVIDENCE = /(^|_)(evidence|report|documents|authority|explanation|grounds)$/

/** What stands beside the diff: the maker's reason, the evidence, and what is booked. */
export function ProposalGrounds({
  proposal,
  facts,
  revealed,
  onReveal,
}: {
  proposal: ShownProposal
  facts: Facts
  revealed: Revealed
  onReveal(revealed: Revealed): void
}) {
  const t = useMessages('consoleApprovals')
  return (
    <div className="flex flex-col gap-4">
      <Part title={t('reason')}>
        <p className="text-14 break-words whitespace-pre-wrap">{proposal.reason}</p>
      </Part>
      {proposal.sealed.length > 0 && (
        <Part title={t('revealed')}>
          <SealedFacts proposal={proposal} revealed={revealed} onReveal={onReveal} />
        </Part>
      )}
      <Part title={t('evidence')}>
        <Evidence proposal={proposal} />
      </Part>
      <Part title={t(proposal.status === 'approved' ? 'posted' : 'postings')}>
        <Postings proposal={proposal} booked={facts.booked} />
      </Part>
    </div>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Card>
      <h2 className="mb-1 text-14 font-semibold">{title}</h2>
      {children}
    </Card>
  )
}

function Evidence({ proposal: { payload, evidence } }: { proposal: ShownProposal }) {
  const t = useMessages('consoleApprovals')
  const words = useStatementWords()
  const given = Object.entries(payload).flatMap(([name, value]): [string, string][] =>
    EVIDENCE.test(name) && typeof value === 'string' && value !== '' ? [[name, value]] : [],
  )
  if (given.length === 0 && evidence.length === 0)
    return <p className="text-14 text-muted">{t('noEvidence')}</p>
  return (
    <dl className="flex flex-col gap-2">
      {given.map(([name, value]) => (
        <div key={name}>
          <dt className="text-12 text-muted">{words.field(name)}</dt>
          <dd className="text-14 break-words">{value}</dd>
        </div>
      ))}
      {evidence.map(({ evidence_id, name, media_type, sha256 }) => (
        <div key={evidence_id}>
          <dt className="text-12 text-muted">{media_type}</dt>
          <dd className="text-14 break-words">
            <Link
              to={`/acts/${openEvidence.name}?evidence_id=${evidence_id}`}
              className="flex min-h-12 items-center text-accent"
            >
              {name}
            </Link>
            <span className="text-12 text-muted break-all">SHA-256 {sha256}</span>
          </dd>
        </div>
      ))}
    </dl>
  )
}

function Postings({ proposal, booked }: { proposal: ShownProposal; booked: Facts['booked'] }) {
  const t = useMessages('consoleApprovals')
  if (booked === null)
    return <p className="text-14 text-muted">{t(proposal.draws_number ? 'drawsNumber' : 'notTried')}</p>
  if (booked.length === 0) return <p className="text-14 text-muted">{t('noPostings')}</p>
  const lines = booked.map((line, index) => ({ line, key: `${index}` }))
  return (
    <ul className="flex flex-col gap-1">
      {lines.map(({ line, key }) => (
        <li key={key} className="text-14 break-words">
          {line}
        </li>
      ))}
    </ul>
  )
}
