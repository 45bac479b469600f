import type { Language } from '@adtally/contract/enums.ts'
import { newId } from '../../database/identifiers.ts'
import { notShowable, refuseOtherNames, type TextKind, textKind } from '../content/index.ts'
import { undrawable } from '../documents/index.ts'
import type { Services } from '../services.ts'
import {
  blocksOf,
  FALLBACK_LANGUAGE,
  fillTemplate,
  NEEDED_FACTS,
  type Template,
  type TemplateFacts,
  templateText,
  unknownFact,
} from './template.ts'
import { writeContract } from './write-contract.ts'

/** The name of the only contract's template among the texts. */
export const CONTRACT = { kind: 'contract', name: 'agreement' } as const

/** The contract's template as a text that staff publish versions of; version 1 is the engine's. */
export function contractKind(templates: ReadonlyMap<Language, Template>): TextKind {
  return textKind({
    kind: CONTRACT.kind,
    built_in: new Map([
      [CONTRACT.name, Object.fromEntries([...templates].map(([language, { text }]) => [language, text]))],
    ]),
    text: templateText,
    lines: (text) => blocksOf(text).map((block) => block.text),
    readIn: (texts, language) => (texts[language] === undefined ? FALLBACK_LANGUAGE : language),
    check: refuseUnreadable,
  })
}

/** A customer with a long name, for a trial contract. */
const SOMEBODY: Omit<TemplateFacts, 'operator' | 'licence'> = {
  customer: 'Maximiliane Mustermann (maximiliane-mustermann)',
  customer_number: '12345678',
}

/** Makes each language's file as a trial. Throws `text_not_showable` where one fails. */
async function refuseUnreadable(services: Services, texts: ReadonlyMap<Language, string>): Promise<void> {
  for (const [language, text] of texts) {
    const unknown = unknownFact(text)
    if (unknown) throw notShowable(language, `it names ${unknown}, which is not known`)
    const unnamed = NEEDED_FACTS.find((fact) => !text.includes(`{{${fact}}}`))
    if (unnamed) throw notShowable(language, `it does not name {{${unnamed}}}`)
    const [first] = blocksOf(text)
    if (first?.kind !== 'title') throw notShowable(language, 'it does not begin with its title (# …)')
    const without = undrawable(text, language)
    if (without.length > 0) throw notShowable(language, `no font has ${without.join(' ')}`)
  }
  refuseOtherNames(
    new Map([...texts].map(([language, text]) => [language, text.match(/\{\{\w+\}\}/g) ?? []])),
  )
  for (const [language, text] of texts) await refuseUnwritable(services, language, text)
}

async function refuseUnwritable({ settings, clock }: Services, language: Language, text: string) {
  const facts: TemplateFacts = {
    ...SOMEBODY,
    operator: settings.legal_entity ?? settings.brand.name,
    licence: settings.licence_statement ?? '',
  }
  const written = writeContract({
    contract_id: newId(),
    ...{ language, language_wanted: language, content: fillTemplate(text, facts) },
    ...{ created_at: clock.now(), producer: settings.brand.name },
    is_sandbox: settings.ledger_mode === 'sandbox',
  })
  await written.catch((error: unknown) => {
    throw notShowable(language, error instanceof Error ? error.message : String(error))
  })
}
