import type { StaffCall } from '@adtally/contract/operator/statement/staff-call.ts'
import { useMessages } from '@adtally/i18n/use-messages.ts'
import { Banner } from '@adtally/ui/banner.tsx'
import { EmptyState } from '@adtally/ui/states.tsx'
import { useEffect } from 'react'
import { useParams, useSearchParams } from 'react-router'
import type { FieldValues } from '../../../lib/drafts.ts'
import { application_name } from '../../../lib/page-settings.ts'
import type { Person } from '../../../lib/session.ts'
import { spoken } from '../../../lib/spoken.ts'
import { useStatementWords } from '../../../lib/statement-words.ts'
import { ActFacts } from '../components/act-facts.tsx'
import { ActFormView } from '../components/act-form.tsx'
import { ActReading } from '../components/act-reading.tsx'
import { actNamed, fileTypeOf, formFieldsOf, isAllowed } from '../components/staff-acts.ts'
import { useWork } from '../components/use-work.ts'
import { WorkBar } from '../components/work-bar.tsx'

/** One act, drawn from its statement alone: what it does, its form, what it answers. */
export default function Act({ person }: { person: Person }) {
  const t = useMessages('consoleActs')
  const words = useStatementWords()
  const { name = '' } = useParams()
  const [search] = useSearchParams()
  const call = actNamed(name)
  const title = call ? spoken(call.name) : t('unknown')
  useEffect(() => {
    document.title = `${title} · ${application_name}`
  }, [title])
  if (!call) return <EmptyState title={title} />
  const known = new Set(formFieldsOf(call).map((field) => field.name))
  const given = Object.fromEntries([...search].filter(([key]) => known.has(key)))
  const view = { key: `${name}?${search}`, call, given }
  return (
    <>
      <h1 className="text-28 font-semibold">{title}</h1>
      <p className="mt-1 max-w-160 text-16">{words.act(call.name, call.summary)}</p>
      {call.note && <p className="mt-1 max-w-160 text-14 text-muted">{words.note(call.note)}</p>}
      <div className="mt-3 mb-6">
        <ActFacts call={call} />
      </div>
      {!isAllowed(call, person.roles) ? (
        <Banner tone="hold">{t('notYours', { roles: words.roles(call.roles) })}</Banner>
      ) : (
        <ActView {...view} key={view.key} person={person} />
      )}
    </>
  )
}

interface ActViewProps {
  call: StaffCall
  given: FieldValues
  person: Person
}

/** What an act shows or its form, below who is at the piece of work that it is about. */
function ActView({ call, given, person }: ActViewProps) {
  const work = useWork(call, given, person)
  const is_others = work !== null && work.holder !== null && !work.is_own
  return (
    <div onInput={work?.touch}>
      {work && <WorkBar work={work} />}
      {call.kind === 'read' && fileTypeOf(call) === null ? (
        <ActReading {...{ call, given }} roles={person.roles} />
      ) : (
        <div className="max-w-160">
          <ActFormView {...{ call, given, person, is_others }} />
        </div>
      )}
    </div>
  )
}
