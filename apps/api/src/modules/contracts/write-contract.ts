import { createHash } from 'node:crypto'
import type { Language } from '@adtally/contract/enums.ts'
import { plainMessage } from '@adtally/i18n/server.ts'
import { loadDrawing, type Place } from '../documents/index.ts'
import { blocksOf } from './template.ts'

/** What a contract shows besides its text. */
export interface ContractFacts {
  contract_id: string
  language: Language
  /** If there is no text in this language, the file says so in it. */
  language_wanted: Language
  content: string
  created_at: Date
  producer: string
  is_sandbox: boolean
}

/** The file of a contract to be signed; the same facts make the same bytes. */
export async function writeContract(
  facts: ContractFacts,
): Promise<{ content: Buffer; pages: number; sha256: Buffer; place: Place }> {
  const { language, language_wanted } = facts
  const blocks = blocksOf(facts.content)
  const title = blocks.find(({ kind }) => kind === 'title')?.text ?? facts.producer
  const { PdfDocument } = await loadDrawing()
  const document = new PdfDocument({
    language,
    title,
    created_at: facts.created_at,
    producer: facts.producer,
    mark: facts.is_sandbox ? plainMessage(language_wanted, 'documents.sandboxMark') : null,
    footer: (page, pages) =>
      plainMessage(language, 'documents.contract.footer', { id: facts.contract_id, page, pages }),
  })
  if (language !== language_wanted) {
    await document.text(plainMessage(language_wanted, 'documents.contract.fallback'), {
      size: 9,
      weight: 'bold',
    })
  }
  for (const { kind, text } of blocks) {
    if (kind === 'title') await document.text(text, { size: 20, weight: 'bold', above: 4 })
    else if (kind === 'heading') {
      await document.text(text, { size: 12, weight: 'bold', above: 12, keep_with_next: true })
    } else await document.text(text, { above: 4, indent: kind === 'item' ? 12 : 0 })
  }
  const place = await document.box(plainMessage(language, 'documents.contract.signHere'), {
    width: 240,
    height: 90,
  })
  const { content, pages } = await document.finish()
  return { content, pages, sha256: createHash('sha256').update(content).digest(), place }
}
