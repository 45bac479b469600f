import { createHash } from 'node:crypto'
import type { Language } from '@adtally/contract/enums.ts'
import type { Transaction } from '../../database/database.ts'
import { newId } from '../../database/identifiers.ts'
import { newName } from '../files/index.ts'
import { customerById } from '../identity/index.ts'
import { Refusal } from '../refusal.ts'
import type { Services } from '../services.ts'
import { type ContractRow, contractByContent, insertVersion } from './repository.ts'
import { fillTemplate, type Template, templateFor } from './template.ts'
import { writeContract } from './write-contract.ts'

/** The text that this customer would sign now, in the template's language. */
export async function presentText(
  services: Services,
  tx: Transaction,
  customer_id: string,
  language: Language,
): Promise<{ template: Template; content: string; content_sha256: Buffer }> {
  const { settings } = services
  const template = templateFor(services.contracts.templates, language)
  const customer = await customerById(tx, customer_id)
  if (!customer) throw new Refusal('record_not_found')
  const { username, nickname, operated_id } = customer
  const content = fillTemplate(template.text, {
    operator: settings.legal_entity ?? settings.brand.name,
    customer: nickname === username ? username : `${nickname} (${username})`,
    customer_number: operated_id,
    licence: settings.licence_statement ?? '',
  })
  return { template, content, content_sha256: createHash('sha256').update(content).digest() }
}

/**
 * The very file to be signed, in the caller's language or the stated fallback (PRODUCT §13): made once a text, and
 * the same file at every further look.
 */
export async function previewContract(
  services: Services,
  customer_id: string,
  language: Language,
): Promise<ContractRow> {
  const scope = { kind: 'customer', customer_id } as const
  const { text, known } = await services.database.transaction(scope, async (tx) => {
    const made = await presentText(services, tx, customer_id, language)
    return { text: made, known: await contractByContent(tx, customer_id, made.content_sha256, language) }
  })
  if (known) return known
  const contract_id = newId()
  const file_name = newName()
  const { template, content, content_sha256 } = text
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
      template_version: template.version,
      language: template.language,
      language_wanted: language,
      content,
      content_sha256,
      file_name,
      sha256: written.sha256,
      pages: written.pages,
      signature_place: written.place,
    }),
    row: await contractByContent(tx, customer_id, content_sha256, language),
  }))
  if (!kept) await services.files.remove(file_name)
  if (!row) throw new Error('a contract that was kept is not there')
  return row
}
