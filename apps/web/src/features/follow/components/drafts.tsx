import { useMessages } from '@adtally/i18n/use-messages.ts'
import type { Draft, Relation } from '../api/assistance.ts'
import { DraftCard } from './draft-card.tsx'

interface DraftsProps {
  drafts: readonly Draft[]
  relation: Relation | null
}

/** Drafts to confirm or dismiss; if there are none, when one will come. */
export function Drafts({ drafts, relation }: DraftsProps) {
  const t = useMessages('follow')
  if (drafts.length === 0 && !relation) return null
  return (
    <section aria-labelledby="follow-drafts" className="flex flex-col gap-3">
      <h2 id="follow-drafts" className="text-16 font-semibold">
        {t('drafts.title')}
      </h2>
      {drafts.length > 0 ? (
        <ul aria-labelledby="follow-drafts" className="flex flex-col gap-3">
          {drafts.map((draft) => (
            <li key={draft.draft_id}>
              <DraftCard draft={draft} />
            </li>
          ))}
        </ul>
      ) : (
        relation && (
          <p className="text-14 text-muted">
            {t('drafts.empty', {
              who: t('operator', { nickname: relation.nickname, operated_id: relation.operated_id }),
            })}
          </p>
        )
      )}
    </section>
  )
}
