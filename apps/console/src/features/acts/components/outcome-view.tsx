import { saveBlob } from '@adtally/client/save-blob.ts'
import { isShownOnce } from '@adtally/contract/operator/statement/shown-once.ts'
import { useFormatters } from '@adtally/i18n/use-formatters.ts'
import { useMessages } from '@adtally/i18n/use-messages.ts'
import { Button } from '@adtally/ui/button.tsx'
import { Card } from '@adtally/ui/card.tsx'
import { useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { hasShownOnce, ShownOnce } from '../../../components/leaving/shown-once.tsx'
import type { ShownAct } from '../../../lib/shown-act.ts'
import { RowActs } from './answer/row-acts.tsx'
import { memberOf, membersOf, shapeOf } from './answer/shape-of.ts'
import { MembersView, ValueView } from './answer/value-view.tsx'
import type { ActOutcome } from './use-doing.ts'

/** The members that a proposal's own lines show. */
const SAID_ABOVE = new Set(['says', 'expires_at'])

interface OutcomeViewProps {
  call: ShownAct
  roles: readonly string[]
  outcome: Extract<ActOutcome, { is: 'done' | 'done_before' }>
  onAnother(): void
}

/** What an act answered: for a proposal what it says and until when it waits, for anything else its members. */
export function OutcomeView({ call, roles, outcome, onAnother }: OutcomeViewProps) {
  const t = useMessages('consoleActs')
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const answer = outcome.is === 'done' ? outcome.answer : null
  const [is_noted, setNoted] = useState(!hasShownOnce(answer))
  const shape = shapeOf(call.response)
  const was_shown_once =
    outcome.is === 'done_before' &&
    shape.is === 'object' &&
    isShownOnce(shape.members.map(({ name }) => name))
  const title =
    outcome.is === 'done_before' ? t('doneBefore') : t(call.kind === 'propose' ? 'proposed' : 'done')
  return (
    <Card>
      <h2 ref={heading} tabIndex={-1} className="text-16 font-semibold outline-none">
        {title}
      </h2>
      {was_shown_once && <p className="mt-2 text-14">{t('once.lostBefore')}</p>}
      {outcome.is === 'done' && (
        <div className="mt-3 flex flex-col gap-4">
          {call.kind === 'propose' && <Proposal answer={answer} />}
          <AnswerMembers call={call} answer={answer} />
          {!is_noted && <ShownOnce onNoted={() => setNoted(true)} />}
          <RowActs row={membersOf(answer)} roles={roles} />
        </div>
      )}
      <Button variant="secondary" disabled={!is_noted} onClick={onAnother} className="mt-4">
        {t('another')}
      </Button>
    </Card>
  )
}

function AnswerMembers({ call, answer }: { call: ShownAct; answer: unknown }) {
  const t = useMessages('consoleActs')
  const shape = shapeOf(call.response)
  if (answer instanceof File) return <SavedFile file={answer} />
  if (shape.is !== 'object') return <ValueView shape={shape} value={answer} />
  const members = shape.members.filter(({ name }) => call.kind !== 'propose' || !SAID_ABOVE.has(name))
  if (members.length === 0) return <p className="text-14 text-muted">{t('noMembers')}</p>
  return <MembersView members={members} value={answer} />
}

/** What was proposed in a sentence, and the way to it. */
function Proposal({ answer }: { answer: unknown }) {
  const t = useMessages('consoleActs')
  const format = useFormatters()
  const proposal_id = String(memberOf(answer, 'proposal_id'))
  return (
    <div className="flex flex-col gap-1">
      <p className="text-16">{String(memberOf(answer, 'says'))}</p>
      <p className="text-14 text-hold">
        {t('waitsUntil', { at: format.time(String(memberOf(answer, 'expires_at'))) })}
      </p>
      <p>
        <Link
          to={`/approvals/${proposal_id}?queue=mine`}
          className="flex min-h-11 items-center text-accent underline"
        >
          {t('lookAtProposal')}
        </Link>
      </p>
    </div>
  )
}

/** What was answered as a file, saved once; the browser may have asked where to. */
function SavedFile({ file }: { file: File }) {
  const t = useMessages('consoleActs')
  return (
    <p className="flex flex-wrap items-center gap-3 text-14">
      {t('saved', { name: file.name })}
      <Button variant="quiet" onClick={() => saveBlob(file, file.name)}>
        {t('saveAgain')}
      </Button>
    </p>
  )
}
