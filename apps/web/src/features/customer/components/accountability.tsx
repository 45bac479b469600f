import { useFormatters } from '@adtally/i18n/use-formatters.ts'
import { useMessages } from '@adtally/i18n/use-messages.ts'
import { EmptyState, SkeletonRows } from '@adtally/ui/states.tsx'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useLocale } from 'use-intl/react'
import { CursorList } from '../../../components/cursor-list.tsx'
import { type AccountabilityEntry, accountabilityQuery } from '../api/accountability.ts'
import { Section } from './section.tsx'

const ROLES = [
  'support',
  'content',
  'finance_maker',
  'finance_checker',
  'risk',
  'auditor',
  'admin',
  'program',
] as const
/** Acts on a customer's account that have a sentence of their own. */
const ACTIONS = [
  'customer.viewed',
  'deposit.book',
  'hold.extend',
  'hold.place',
  'hold.released',
  'withdrawal.approve',
  'withdrawal.confirmed',
  'withdrawal.end',
  'withdrawal.sent',
] as const

/** The first person's half of an act that takes two. */
const PROPOSED = '.proposed'

/** Every act of staff on this account: role, what, why, approver (PRODUCT §15). */
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
  const t = useMessages('customer')
  const actionText = useMessages('customer.actions')
  const { time } = useFormatters()
  const list = new Intl.ListFormat(useLocale(), { type: 'unit' })
  // Staff with several roles act in all of them.
  const roleOf = (roles: string) =>
    list.format(
      roles.split(', ').map((role) => {
        const known = ROLES.find((each) => each === role)
        return known ? t(`roles.${known}`) : role
      }),
    )
  const isProposed = entry.action.endsWith(PROPOSED)
  const done = isProposed ? entry.action.slice(0, -PROPOSED.length) : entry.action
  const known = ACTIONS.find((each) => each === done)
  const act = known ? actionText(known) : done
  return (
    <div className="flex flex-col gap-0.5 py-3">
      <p className="text-16">{isProposed ? t('proposed', { act }) : act}</p>
      {entry.reason && <p className="text-14 text-muted">{entry.reason}</p>}
      <p className="text-12 text-muted">
        {[
          roleOf(entry.role),
          entry.approver_role && t('approvedBy', { role: roleOf(entry.approver_role) }),
          time(entry.occurred_at),
        ]
          .filter(Boolean)
          .join(' · ')}
      </p>
    </div>
  )
}
