import { useMessages } from '@adtally/i18n/use-messages.ts'
import { Banner } from '@adtally/ui/banner.tsx'
import { EmptyState } from '@adtally/ui/states.tsx'
import { useEffect } from 'react'
import { useLocation, useParams, useSearchParams } from 'react-router'
import type { Person } from '../../../lib/desk.ts'
import type { FieldValues } from '../../../lib/drafts.ts'
import { application_name } from '../../../lib/page-settings.ts'
import type { ShownAct } from '../../../lib/shown-act.ts'
import { useStatementWords } from '../../../lib/statement-words.ts'
import { ActFacts } from '../components/act-facts.tsx'
import { ActFormView } from '../components/act-form.tsx'
import { ActReading } from '../components/act-reading.tsx'
import { useDeskActs } from '../components/desk-acts.ts'
import { FormAgain } from '../components/form-again.tsx'
import { fileTypeOf, formFieldsOf, isAllowed, wasFollowedHere } from '../components/shown-acts.ts'
import { useWork } from '../components/use-work.ts'
import { WorkBar } from '../components/work-bar.tsx'

/** One act, drawn from its statement alone: what it does, its form, what it answers. */
export default function Act({ person }: { person: Person }) {
  const t = useMessages('consoleActs')
  const words = useStatementWords()
  const { name = '' } = useParams()
  const [search] = useSearchParams()
  const is_followed = wasFollowedHere(useLocation().state)
  const { calls, of_others } = useDeskActs()
  const call = calls.find((each) => each.name === name)
  const side = of_others?.get(name)
  const title = call ? words.title(call) : side === undefined ? t('unknown') : t('ofOtherSide', { side })
  useEffect(() => {
    document.title = `${title} · ${application_name}`
  }, [title])
  if (!call) return <EmptyState title={title} />
  // What an address can carry was seen by others: a secret is typed.
  const known = new Set(formFieldsOf(call).flatMap(({ name, kind }) => (kind === 'secret' ? [] : [name])))
  const given = Object.fromEntries([...search].filter(([key]) => known.has(key)))
  const again = search.get('again')
  const view = { key: `${name}?${search}`, call, given }
  return (
    <>
      <h1 className="text-28 font-semibold">{title}</h1>
      <p className="mt-1 max-w-160 text-16">{words.act(call.name, call.summary)}</p>
      {call.note && <p className="mt-1 max-w-160 text-14 text-muted">{words.note(call, calls)}</p>}
      <div className="mt-3 mb-6">
        <ActFacts call={call} />
      </div>
      {!isAllowed(call, person.roles) ? (
        <Banner tone="hold">{t('notYours', { roles: words.roles(call.roles) })}</Banner>
      ) : (
        <ActView {...view} key={view.key} {...{ person, is_followed, again }} />
      )}
    </>
  )
}

interface ActViewProps {
  call: ShownAct
  given: FieldValues
  person: Person
  /** Whether it was opened by a link of these pages. */
  is_followed: boolean
  /** The proposal whose form is filled in again, if it is. */
  again: string | null
}

/** What an act shows or its form, below who is at the piece of work that it is about. */
function ActView({ call, given, person, is_followed, again }: ActViewProps) {
  const work = useWork(call, given, person)
  const is_others = work !== null && work.holder !== null && !work.is_own
  const view = { call, given, person }
  return (
    <div onInput={work?.touch}>
      {work && <WorkBar work={work} />}
      {call.kind === 'read' && fileTypeOf(call) === null ? (
        <ActReading {...{ call, given, is_followed }} roles={person.roles} />
      ) : (
        <div className="max-w-160">
          {again === null ? (
            <ActFormView {...view} is_others={is_others} />
          ) : (
            <FormAgain {...view} proposal_id={again} />
          )}
        </div>
      )}
    </div>
  )
}
