import { createHash } from 'node:crypto'
import type { Language } from '@adtally/contract/enums.ts'
import type { Transaction } from '../../database/database.ts'
import { newId } from '../../database/identifiers.ts'
import { Refusal } from '../../lib/refusal.ts'
import { shownText } from '../content/index.ts'
import { newName } from '../files/index.ts'
import { customerById } from '../identity/index.ts'
import type { Services } from '../services.ts'
import { CONTRACT } from './contract-kind.ts'
import { type ContractRow, contractByContent, insertVersion } from './repository.ts'
import { fillTemplate, type Template, templateFor, templatesOf } from './template.ts'
import { writeContract } from './write-contract.ts'

/** The text that a customer would sign now. */
interface PresentText {
  template: Template
  /** The version of its template and since when that is in force; 1 is the program's own. */
  text_version: number
  text_since: Date | null
  content: string
  content_sha256: Buffer
}

/** The text this customer would sign now: the newest template version in their language. */
export async function presentText(
  services: Services,
  tx: Transaction,
  customer_id: string,
  language: Language,
): Promise<PresentText> {
  const { settings } = services
  const { version: text_version, since: text_since, texts } = await shownText(services, tx, CONTRACT)
  const template = templateFor(templatesOf(texts), language)
  const customer = await customerById(tx, customer_id)
  if (!customer) throw new Refusal('record_not_found')
  const { username, nickname, operated_id } = customer
  const content = fillTemplate(template.text, {
    operator: settings.legal_entity ?? settings.brand.name,
    customer: nickname === username ? username : `${nickname} (${username})`,
    customer_number: operated_id,
    licence: settings.licence_statement ?? '',
  })
  const content_sha256 = createHash('sha256').update(content).digest()
  return { template, text_version, text_since, content, content_sha256 }
}

/**
 * The exact file to be signed, in the caller's language or the stated fallback (PRODUCT §13). It is made once for a
 * text; later looks get the same file.
 */
export async function previewContract(
  services: Services,
  customer_id: string,
  language: Language,
): Promise<ContractRow> {
  const scope = { kind: 'customer', customer_id } as const
  const { text, known } = await services.database.transaction(scope, async (tx) => {
    const made = await presentText(services, tx, customer_id, language)
    return {
      text: made,
      known: await contractByContent(tx, customer_id, { ...made, language_wanted: language }),
    }
  })
  if (known) return known
  const contract_id = newId()
  const file_name = newName()
  const { template, text_version, text_since, content, content_sha256 } = text
  const written = await writeContract({
    contract_id,
    language: template.language,
    language_wanted: language,
    content,
    created_at: services.clock.now(),
    producer: services.settings.brand.name,
    is_sandbox: services.settings.ledger_mode === 'sandbox',
  })
  // Bytes first, then the row: a row always has its bytes.
  await services.files.keep(file_name, written.content)
  const { kept, row } = await services.database.transaction(scope, async (tx) => ({
    kept: await insertVersion(tx, {
      contract_id,
      customer_id,
      ...{ text_version, text_since, template_version: template.version },
      language: template.language,
      language_wanted: language,
      content,
      content_sha256,
      file_name,
      sha256: written.sha256,
      pages: written.pages,
      signature_place: written.place,
    }),
    row: await contractByContent(tx, customer_id, { ...text, language_wanted: language }),
  }))
  if (!kept) await services.files.remove(file_name)
  if (!row) throw new Error('a contract that was just kept could not be read')
  return row
}
