import { useMessages } from '@adtally/i18n/use-messages.ts'
import { Banner } from '@adtally/ui/banner.tsx'
import { EmptyState } from '@adtally/ui/states.tsx'
import { useEffect } from 'react'
import { useParams, useSearchParams } from 'react-router'
import { application_name } from '../../../lib/page-settings.ts'
import type { Person } from '../../../lib/session.ts'
import { spoken } from '../../../lib/spoken.ts'
import { useStatementWords } from '../../../lib/statement-words.ts'
import { ActFacts } from '../components/act-facts.tsx'
import { ActFormView } from '../components/act-form.tsx'
import { ActReading } from '../components/act-reading.tsx'
import { FormAgain } from '../components/form-again.tsx'
import { actNamed, fileTypeOf, formFieldsOf, isAllowed } from '../components/staff-acts.ts'

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
  const again = search.get('again')
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
      ) : call.kind === 'read' && fileTypeOf(call) === null ? (
        <ActReading {...view} key={view.key} roles={person.roles} />
      ) : (
        <div className="max-w-160">
          {again === null ? (
            <ActFormView {...view} key={view.key} person={person} />
          ) : (
            <FormAgain {...view} key={view.key} person={person} proposal_id={again} />
          )}
        </div>
      )}
    </>
  )
}
