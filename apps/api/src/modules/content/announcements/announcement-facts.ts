import { LANGUAGES, type Language } from '@adtally/contract/enums.ts'
import { factsFrom, type ProposalFacts } from '../../proposal-facts.ts'
import { inLanguage } from '../in-language.ts'
import type { AnnouncementPayload } from './announcement-payload.ts'
import type { Audience } from './audience.ts'

const NAMES = new Intl.DisplayNames('en', { type: 'language' })

/** A language's English name, for staff. */
export function nameOf(language: Language): string {
  return NAMES.of(language) ?? language
}

/** The languages that a text has, and those that it lacks, in the order of the contract. */
export function languagesOf(texts: Partial<Record<Language, unknown>>): {
  given: Language[]
  missing: Language[]
} {
  const has = (language: Language) => texts[language] !== undefined
  return { given: LANGUAGES.filter(has), missing: LANGUAGES.filter((language) => !has(language)) }
}

function audienceText({ audience, audience_language }: Audience): string {
  if (audience === 'running_plan') return 'customers with a plan that is being delivered'
  return audience_language ? `customers whose language is ${nameOf(audience_language)}` : 'every customer'
}

/**
 * A count for deciding: from a hundred on, two digits, rounded down. Customers come by the minute, and changed facts
 * would ask a checker again.
 */
export function roughly(count: number): string {
  if (count < 100) return String(count)
  const unit = 10 ** (String(count).length - 2)
  return `at least ${Math.floor(count / unit) * unit}`
}

/** What a checker sees of an announcement; texts other than English are in the payload. */
export function announcementFacts(announcement: AnnouncementPayload, customers: number): ProposalFacts {
  const { category, texts, begins_at, ends_at } = announcement
  const { given, missing } = languagesOf(texts)
  const english = inLanguage(texts, 'en').text
  const audience = audienceText(announcement)
  const customers_now = roughly(customers)
  const begins = begins_at?.toISOString() ?? 'when it is approved'
  const ends = ends_at?.toISOString() ?? 'when it is withdrawn'
  const standing_in = missing.map((language) => [
    nameOf(language),
    `reads ${nameOf(inLanguage(texts, language).language)}`,
  ])
  return {
    says: `Announce “${english.title}” (${category}) to ${audience}, ${customers_now} now; begins: ${begins}, ends: ${ends}; in ${given.length} of ${LANGUAGES.length} languages`,
    before: {},
    after: factsFrom({
      ...{ category, audience, customers_now },
      who_is_told: 'whoever is of the audience when it begins; listed to whoever is when they look',
      ...{ begins, ends, title: english.title, content: english.content },
      languages: given.map(nameOf),
      languages_missing: standing_in.length === 0 ? null : Object.fromEntries(standing_in),
    }),
  }
}
