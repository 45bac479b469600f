import { sql } from 'kysely'
import type { Transaction } from '../../../database/database.ts'
import type {} from '../tables.ts'
import type { StoredRule } from './traffic-rules.ts'

/** The channel on which the database announces a new version of a rule. */
export const RULES_CHANNEL = 'traffic_rules_changed'

/** Every version of every rule that was not withdrawn, those in force later too, oldest first. */
export async function readRules(tx: Transaction): Promise<StoredRule[]> {
  return await tx
    .selectFrom('delivery.rules')
    .where(sql<boolean>`not exists (
      select from delivery.rule_withdrawals as withdrawn
      where withdrawn.rule = rules.rule and withdrawn.version = rules.version)`)
    .select(['rule', 'version', 'description', 'parameters', 'lists', 'published_at', 'in_force_from'])
    .orderBy('rule')
    .orderBy('version')
    .execute()
}

/** The number that a rule's next version has. */
export async function nextVersion(tx: Transaction, rule: string): Promise<number> {
  const { version } = await tx
    .selectFrom('delivery.rules')
    .select(({ fn }) => fn.max('version').as('version'))
    .where('rule', '=', rule)
    .executeTakeFirstOrThrow()
  return version + 1
}

/** Withdraws a version; the database checks the approval, and that it is not in force yet. */
export async function insertWithdrawal(
  tx: Transaction,
  withdrawal: { rule: string; version: number; proposal_id: string },
): Promise<void> {
  await tx.insertInto('delivery.rule_withdrawals').values(withdrawal).execute()
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
  parameters: Record<string, unknown>
  lists: Record<string, unknown>
  proposed_by: string | null
  approved_by: string | null
  withdrawn_at: Date | null
}

/** Every version with who published it, by rule, newest first. */
export async function readPublishedRules(tx: Transaction): Promise<PublishedRule[]> {
  const { rows } = await sql<PublishedRule>`
    select rule, version, description, parameters, lists, published_at, in_force_from,
      maker.username as proposed_by, checker.username as approved_by, withdrawn_at
    from delivery.rules
    left join delivery.rule_withdrawals using (rule, version)
    left join operators.staff as maker on maker.staff_id = proposed_by
    left join operators.staff as checker on checker.staff_id = approved_by
    order by rule, version desc`.execute(tx)
  return rows
}
