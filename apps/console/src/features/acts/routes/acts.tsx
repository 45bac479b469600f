import { useMessages } from '@adtally/i18n/use-messages.ts'
import { TextField } from '@adtally/ui/field.tsx'
import { EmptyState } from '@adtally/ui/states.tsx'
import { useEffect, useState } from 'react'
import { Link } from 'react-router'
import { application_name } from '../../../lib/page-settings.ts'
import type { ShownAct } from '../../../lib/shown-act.ts'
import { spoken } from '../../../lib/spoken.ts'
import { useStatementWords, type Words } from '../../../lib/statement-words.ts'
import { useDeskActs } from '../components/desk-acts.ts'
import { formFieldsOf, isAllowed } from '../components/shown-acts.ts'

/** What a search looks through: the act's name and what it does in both languages, its area and its fields. */
function searched(call: ShownAct, words: Words, fields: readonly string[]): string {
  const { name, summary, area } = call
  return [
    words.title(call),
    spoken(name),
    name,
    summary,
    words.act(name, summary),
    area,
    words.area(area),
    ...fields,
  ]
    .join(' ')
    .toLocaleLowerCase()
}

/** All acts by area: the person's own to be opened, and others' with who may do them. */
export default function Acts({ roles }: { roles: readonly string[] }) {
  const t = useMessages('consoleActs')
  const words = useStatementWords()
  const { calls, areas: in_order } = useDeskActs()
  const [typed, setTyped] = useState('')
  const title = t('title')
  useEffect(() => {
    document.title = `${title} · ${application_name}`
  }, [title])
  const wanted = typed.toLocaleLowerCase().split(/\s+/).filter(Boolean)
  const found = calls.filter((call) => {
    const fields = formFieldsOf(call).map(({ name }) => words.field(name))
    const text = searched(call, words, fields)
    return wanted.every((word) => text.includes(word))
  })
  const areas = in_order.map((area) => ({ area, calls: found.filter((call) => call.area === area) }))
  return (
    <>
      <h1 className="text-28 font-semibold">{title}</h1>
      <p className="mt-1 text-14 text-muted">
        {t('yours', { count: calls.filter((call) => isAllowed(call, roles)).length })}
      </p>
      <TextField
        type="search"
        label={t('search')}
        hint={t('searchHint')}
        value={typed}
        autoComplete="off"
        onChange={({ target }) => setTyped(target.value)}
        className="mt-4 max-w-120"
      />
      {found.length === 0 && <EmptyState title={t('noneFound')} />}
      <div className="mt-6 columns-1 gap-8 min-[48rem]:columns-2 min-[72rem]:columns-3">
        {areas
          .filter(({ calls }) => calls.length > 0)
          .map(({ area, calls }) => (
            <section key={area} aria-labelledby={`area-${area}`} className="mb-8 break-inside-avoid">
              <h2 id={`area-${area}`} className="text-16 font-semibold">
                {words.area(area)}
              </h2>
              <ul className="mt-1">
                {calls.map((call) => (
                  <ActLine key={call.name} call={call} roles={roles} />
                ))}
              </ul>
            </section>
          ))}
      </div>
    </>
  )
}

function ActLine({ call, roles }: { call: ShownAct; roles: readonly string[] }) {
  const t = useMessages('consoleActs')
  const words = useStatementWords()
  const is_own = isAllowed(call, roles)
  return (
    <li className="border-t border-line py-2">
      <Link
        to={`/acts/${call.name}`}
        className={`flex min-h-11 items-center text-14 font-medium ${is_own ? 'text-accent' : 'text-muted'}`}
      >
        {words.title(call)}
      </Link>
      <p className="text-12 text-muted">{words.act(call.name, call.summary)}</p>
      {!is_own && <p className="text-12 text-hold">{t('ofOthers', { roles: words.roles(call.roles) })}</p>}
    </li>
  )
}
