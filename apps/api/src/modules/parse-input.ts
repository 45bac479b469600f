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
  const issue = deepest(parsed.error.issues)
  const path = issue?.path.map(String).join('.') ?? ''
  if (issue?.code === 'unrecognized_keys') {
    throw new Refusal('field_unknown', { field: [...issue.path.map(String), issue.keys[0]].join('.') })
  }
  const reason = issue && isReason(issue.message) ? issue.message : 'field_invalid'
  throw new Refusal(reason, path === '' ? {} : { field: path })
}

/** The first issue; of a union, that of the alternative whose members were meant, so that a field is named. */
function deepest(issues: readonly z.core.$ZodIssue[]): z.core.$ZodIssue | undefined {
  const [issue] = issues
  if (issue?.code !== 'invalid_union') return issue
  const meant = issue.errors.find((errors) => !errors.some(({ code }) => code === 'unrecognized_keys'))
  const inner = deepest(meant ?? issue.errors[0] ?? [])
  return inner ? { ...inner, path: [...issue.path, ...inner.path] } : issue
}
