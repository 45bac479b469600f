import { LANGUAGES } from '@adtally/contract/enums.ts'
import { listTexts, showText } from '@adtally/contract/operator/house/content.ts'
import type { Transaction } from '../../database/database.ts'
import { Refusal } from '../../lib/refusal.ts'
import { type StaffVerb, staffVerb } from '../module.ts'
import type { Services } from '../services.ts'
import { languagesOf } from './announcements/announcement-facts.ts'
import { publishTextVerb, type ShownText, shownText, theText } from './publish-text.ts'
import type { TextKind } from './text-kinds.ts'
import { newestTexts, statesOf, type TextName, type TextStateRow } from './text-versions.repository.ts'

/** Verbs for the texts of questions, rules and contracts: list, show, history and publishing. */
export const textVerbs: readonly StaffVerb[] = [
  publishTextVerb,
  staffVerb(listTexts, (services) =>
    services.database.transaction({ kind: 'system' }, async (tx) => ({
      items: await everyText(services, tx),
    })),
  ),
  staffVerb(showText, (services, _staff, { kind, name, version }) =>
    services.database.transaction({ kind: 'system' }, async (tx) => {
      const states = await statesOf(tx, { kind, name })
      const shown =
        version === undefined
          ? await shownText(services, tx, { kind, name })
          : versionOf(services, { kind, name }, states, version)
      const { given, missing } = languagesOf(shown.texts)
      return {
        ...{ kind, name, ...shown, languages: given, languages_missing: missing },
        versions: states.map(({ texts: _texts, ...state }) => state),
      }
    }),
  ),
]

async function everyText({ content }: Services, tx: Transaction) {
  const newest = await newestTexts(tx)
  return [...content.kinds.values()].flatMap((of_kind: TextKind) =>
    [...of_kind.built_in].map(([name, texts]) => {
      const newer = newest.find((row) => row.kind === of_kind.kind && row.name === name)
      const shown = newer?.texts ?? texts
      return {
        ...{ kind: of_kind.kind, name, version: newer?.version ?? 1, since: newer?.published_at ?? null },
        title: of_kind.lines(shown.en)[0] ?? '',
        languages_missing: LANGUAGES.filter((language) => shown[language] === undefined),
      }
    }),
  )
}

function versionOf(
  services: Services,
  named: TextName,
  states: readonly TextStateRow[],
  version: number,
): ShownText {
  const { built_in } = theText(services, named)
  if (version === 1) return { version, since: null, texts: built_in }
  const found = states.find((state) => state.version === version)
  if (!found) throw new Refusal('record_not_found', { field: 'version' })
  return { version, since: found.published_at, texts: found.texts }
}
