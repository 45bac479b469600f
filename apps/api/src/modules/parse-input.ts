import { isReason } from '@adtally/contract/reasons.ts'
import * as z from 'zod/mini'
import { Refusal } from './refusal.ts'

/**
 * Input parsed by its schema; throws the refusal that the first issue stands for, naming the field. A schema's
 * own message is a reason (`field_required`, `amount_malformed` …); anything else is `field_invalid`.
 */
export function parseInput<Schema extends z.ZodMiniType>(schema: Schema, input: unknown): z.infer<Schema> {
  const parsed = z.safeParse(schema, input)
  if (parsed.success) return parsed.data
  const issue = parsed.error.issues[0]
  const path = issue?.path.map(String).join('.') ?? ''
  if (issue?.code === 'unrecognized_keys') {
    throw new Refusal('field_unknown', { field: [...issue.path.map(String), issue.keys[0]].join('.') })
  }
  const reason = issue && isReason(issue.message) ? issue.message : 'field_invalid'
  throw new Refusal(reason, path === '' ? {} : { field: path })
}
