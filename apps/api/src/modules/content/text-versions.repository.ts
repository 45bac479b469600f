import type { TextKindName } from '@adtally/contract/enums.ts'
import { type Selectable, sql } from 'kysely'
import type { Transaction } from '../../database/database.ts'
import type { NewestTextView, TextStateView } from './tables.ts'
import type { TextsByLanguage } from './text-kinds.ts'

export type NewestTextRow = Selectable<NewestTextView>
export type TextStateRow = Selectable<TextStateView>

export interface TextName {
  kind: TextKindName
  name: string
}

/** The newest version of every text that staff have changed. */
export async function newestTexts(tx: Transaction): Promise<NewestTextRow[]> {
  return await tx.selectFrom('content.newest_texts').selectAll().execute()
}

/** The newest version of one text; undefined where the program's own is still shown. */
export async function newestText(
  tx: Transaction,
  { kind, name }: TextName,
): Promise<NewestTextRow | undefined> {
  return await tx
    .selectFrom('content.newest_texts')
    .selectAll()
    .where('kind', '=', kind)
    .where('name', '=', name)
    .executeTakeFirst()
}

/** All published and proposed versions of one text, newest first. */
export async function statesOf(tx: Transaction, { kind, name }: TextName): Promise<TextStateRow[]> {
  return await tx
    .selectFrom('content.text_states')
    .selectAll()
    .where('kind', '=', kind)
    .where('name', '=', name)
    .orderBy(sql`version desc nulls first`)
    .execute()
}

/** Publishes a version as approved, which the database checks; returns its number and time. */
export async function insertVersion(
  tx: Transaction,
  { kind, name, texts, proposal_id }: TextName & { texts: TextsByLanguage; proposal_id: string },
): Promise<{ version: number; published_at: Date }> {
  const { rows } = await sql<{ version: number; published_at: Date }>`
    insert into content.text_versions (kind, name, version, texts, proposal_id)
    values (${kind}, ${name}, 0, ${JSON.stringify(texts)}::jsonb, ${proposal_id})
    returning version, published_at`.execute(tx)
  const [row] = rows
  if (!row) throw new Error('The text version that was just written could not be read')
  return row
}
