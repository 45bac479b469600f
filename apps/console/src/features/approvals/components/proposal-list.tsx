import { useMessages } from '@adtally/i18n/use-messages.ts'
import type { KeyboardEvent } from 'react'
import type { Proposal } from '../api/approval-calls.ts'
import { ProposalRow } from './proposal-row.tsx'
import type { Choice } from './use-choice.ts'

interface ProposalListProps {
  label: string
  proposals: readonly Proposal[]
  /** What the address of the queue says, kept on the way to one. */
  search: string
  choice: Choice | null
}

/** Moves the focus between the rows' links. */
function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const links = [...event.currentTarget.querySelectorAll<Element>('a[data-proposal]')]
  const here = document.activeElement ? links.indexOf(document.activeElement) : -1
  const next = { ArrowDown: here + 1, ArrowUp: here - 1, Home: 0, End: links.length - 1 }[event.key]
  // In a checkbox the keys are its own.
  if (here < 0 || next === undefined) return
  event.preventDefault()
  const link = links[Math.max(0, Math.min(next, links.length - 1))]
  if (link instanceof HTMLElement) link.focus()
}

/** The rows of a queue; arrow keys move between them. */
export function ProposalList({ label, proposals, search, choice }: ProposalListProps) {
  const t = useMessages('consoleApprovals')
  return (
    <>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the keys move between links, which take them */}
      <div onKeyDown={moveFocus}>
        <ul aria-label={label} className="rounded-card border border-line bg-surface">
          {proposals.map((proposal) => (
            <ProposalRow
              key={proposal.proposal_id}
              proposal={proposal}
              to={`/approvals/${proposal.proposal_id}?${search}`}
              choice={
                choice && {
                  is_chosen: choice.isChosen(proposal),
                  is_possible: choice.isPossible(proposal),
                  onChoose: (is_chosen) => choice.choose(proposal, is_chosen),
                }
              }
            />
          ))}
        </ul>
      </div>
      <p className="mt-2 hidden text-12 text-muted min-[40rem]:block">{t('keys')}</p>
    </>
  )
}
