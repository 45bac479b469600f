import { LANGUAGES, type Language } from '@adtally/contract/enums.ts'
import { factsFrom, type ProposalFacts } from '../proposal-facts.ts'
import { languagesOf, nameOf } from './announcements/announcement-facts.ts'
import type { ShownText } from './publish-text.ts'
import type { TextKind, TextsByLanguage } from './text-kinds.ts'

/**
 * What a checker sees of a version: its text, the lines removed and added by language, and what readers of a missing
 * language get instead. The payload holds all of it.
 */
export function textFacts(
  of_kind: TextKind,
  { name, before, after }: { name: string; before: ShownText; after: TextsByLanguage },
): ProposalFacts {
  const { given, missing } = languagesOf(after)
  const changed = LANGUAGES.filter(
    (language) =>
      linesOf(of_kind, before.texts[language]).join('\n') !== linesOf(of_kind, after[language]).join('\n'),
  )
  const standing_in = missing.map((language) => [
    nameOf(language),
    `reads ${nameOf(of_kind.readIn(after, language))}`,
  ])
  const [title = ''] = linesOf(of_kind, after.en)
  return {
    says: `Publish version ${before.version + 1} of ${of_kind.kind} ${name}, “${title}”, in ${given.length} of ${LANGUAGES.length} languages; changed: ${changed.map(nameOf).join(', ') || 'nothing'}`,
    before: factsFrom({
      ...{
        version: before.version,
        since: before.since,
        languages: languagesOf(before.texts).given.map(nameOf),
      },
      ...linesThatDiffer(of_kind, changed, before.texts, after),
    }),
    after: factsFrom({
      ...{ version: before.version + 1, languages: given.map(nameOf) },
      languages_missing: standing_in.length === 0 ? null : Object.fromEntries(standing_in),
      ...(of_kind.kind === 'rule' && {
        rules_missing: missing.length === 0 ? null : `the whole rules: ${missing.map(nameOf).join(', ')}`,
      }),
      ...linesThatDiffer(of_kind, changed, after, before.texts),
    }),
  }
}

/** By language, the lines of one text that the other lacks. */
function linesThatDiffer(
  of_kind: TextKind,
  languages: readonly Language[],
  texts: TextsByLanguage,
  others: TextsByLanguage,
): Record<string, string> {
  return Object.fromEntries(
    languages.map((language) => {
      const known = new Set(linesOf(of_kind, others[language]))
      const own = linesOf(of_kind, texts[language]).filter((line) => !known.has(line))
      return [`text_${language}`, own.join(' ¶ ')]
    }),
  )
}

function linesOf(of_kind: TextKind, text: unknown): string[] {
  return text === undefined ? [] : of_kind.lines(text)
}
