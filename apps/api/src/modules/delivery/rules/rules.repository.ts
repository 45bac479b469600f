import { sql } from 'kysely'
import type { Transaction } from '../../../database/database.ts'
import type {} from '../tables.ts'
import type { StoredRule } from './traffic-rules.ts'

/** The channel on which the database announces a new version of a rule. */
export const RULES_CHANNEL = 'traffic_rules_changed'

/** Every version of every rule, those in force later too, oldest first. */
export async function readRules(tx: Transaction): Promise<StoredRule[]> {
  return await tx
    .selectFrom('delivery.rules')
    .select(['rule', 'version', 'description', 'parameters', 'lists', 'published_at', 'in_force_from'])
    .orderBy('rule')
    .orderBy('version')
    .execute()
}

export interface NewRule {
  rule: string
  version: number
  description: string
  parameters: unknown
  lists: unknown
  /** Null: as early as the notice allows. */
  in_force_from: Date | null
  proposal_id: string
}

/** Publishes a version; the database checks approval and notice again. Answers when it is in force. */
export async function insertRule(tx: Transaction, { parameters, lists, ...rule }: NewRule): Promise<Date> {
  const row = await tx
    .insertInto('delivery.rules')
    .values({ ...rule, parameters: JSON.stringify(parameters), lists: JSON.stringify(lists) })
    .returning('in_force_from')
    .executeTakeFirstOrThrow()
  return row.in_force_from
}

/** A version with the two people who published it; null for what came with the program. */
export interface PublishedRule extends StoredRule {
  proposed_by: string | null
  approved_by: string | null
}

/** Every version with who published it, by rule, newest first. */
export async function readPublishedRules(tx: Transaction): Promise<PublishedRule[]> {
  const { rows } = await sql<PublishedRule>`
    select rule, version, description, parameters, lists, published_at, in_force_from,
      maker.username as proposed_by, checker.username as approved_by
    from delivery.rules
    left join operators.staff as maker on maker.staff_id = proposed_by
    left join operators.staff as checker on checker.staff_id = approved_by
    order by rule, version desc`.execute(tx)
  return rows
}
