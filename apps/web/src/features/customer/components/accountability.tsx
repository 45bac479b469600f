import { STAFF_ROLES } from '@adtally/contract/enums.ts'
import { STAFF_ACT_STAGES, STAFF_ACTS } from '@adtally/contract/staff-acts.ts'
import { useFormatters } from '@adtally/i18n/use-formatters.ts'
import { useMessages } from '@adtally/i18n/use-messages.ts'
import { EmptyState, SkeletonRows } from '@adtally/ui/states.tsx'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useLocale } from 'use-intl/react'
import { CursorList } from '../../../components/cursor-list.tsx'
import { type AccountabilityEntry, accountabilityQuery } from '../api/accountability.ts'
import { Section } from './section.tsx'
import { STAFF_ACT_TEXTS } from './staff-act-texts.ts'

const ROLES = [...STAFF_ROLES, 'program'] as const
/** More roles are shown as a number, with their names on request. */
const ROLES_NAMED_MAX = 2

/** Every act of staff on this account: role, act, reason, approver (PRODUCT §15). */
export function Accountability() {
  const t = useMessages('customer')
  const query = useInfiniteQuery(accountabilityQuery())
  return (
    <Section title={t('accountability')} note={t('accountabilityNote')}>
      <CursorList
        query={query}
        label={t('accountability')}
        keyOf={(entry) => entry.entry_id}
        empty={<EmptyState title={t('noActs')}>{t('noActsText')}</EmptyState>}
        skeleton={<SkeletonRows rows={2} />}
      >
        {(entry) => <Entry entry={entry} />}
      </CursorList>
    </Section>
  )
}

function Entry({ entry }: { entry: AccountabilityEntry }) {
  const ui = useMessages('ui')
  const { time } = useFormatters()
  const roles = useRoles()
  const people = [entry.role, entry.approver_role ?? '']
  const line = [
    roles.short(entry.role),
    entry.approver_role && roles.approval(entry.approver_role),
    time(entry.occurred_at),
  ]
    .filter(Boolean)
    .join(ui('separator'))
  return (
    <div className="flex flex-col gap-0.5 py-3">
      <p className="text-16">{useAct(entry.action)}</p>
      {entry.reason && <p className="text-14 text-muted">{entry.reason}</p>}
      {people.some(roles.areMany) ? (
        <details className="text-12 break-keep text-muted">
          <summary className="-my-3.25 min-h-11 py-3.25">{line}</summary>
          {people.filter(roles.areMany).map((each) => (
            <p key={each}>{roles.long(each)}</p>
          ))}
        </details>
      ) : (
        <p className="text-12 break-keep text-muted">{line}</p>
      )}
    </div>
  )
}

/** The act in words; an act of a later version by its code. */
function useAct(action: string): string {
  const t = useMessages('customer')
  const textOf = (code: string) => {
    const known = STAFF_ACTS.find((each) => each === code)
    return known ? t(`actions.${STAFF_ACT_TEXTS[known]}`) : code
  }
  const stage = STAFF_ACT_STAGES.find((each) => action.endsWith(`.${each}`))
  const done = stage && action.slice(0, -stage.length - 1)
  // `acceptance_code.withdrawn` is a complete act of one person.
  if (!stage || !done?.includes('.')) return textOf(action)
  return t(`stages.${stage}`, { act: textOf(done) })
}

/** Staff with several roles act in all of them. */
function useRoles() {
  const t = useMessages('customer')
  // As units, Chinese, Japanese, Korean and Russian would have nothing or a space between them.
  const list = new Intl.ListFormat(useLocale(), { type: 'conjunction' })
  const areMany = (roles: string) => roles.split(', ').length > ROLES_NAMED_MAX
  const long = (roles: string) =>
    list.format(
      roles.split(', ').map((role) => {
        const known = ROLES.find((each) => each === role)
        return known ? t(`roles.${known}`) : role
      }),
    )
  const short = (roles: string) => (areMany(roles) ? t('severalRoles') : long(roles))
  // Those who approve are never those who did it.
  const approval = (roles: string) =>
    areMany(roles) ? t('approvedByOther') : t('approvedBy', { role: long(roles) })
  return { areMany, long, short, approval }
}
