import type { Bounds } from '@adtally/contract/bounds.ts'
import { isReason } from '@adtally/contract/reasons.ts'
import * as z from 'zod/mini'
import { Refusal } from './refusal.ts'
import { withSeenTexts } from './seen-text.ts'

/**
 * Parses input by its schema, free texts as they are seen (`withSeenTexts`). Throws a refusal for the first issue that
 * names the field and its bounds. A schema's own message is a reason (`field_required`, `amount_malformed` …); anything
 * else is `field_invalid`.
 */
export function parseInput<Schema extends z.ZodMiniType>(schema: Schema, input: unknown): z.infer<Schema> {
  const parsed = z.safeParse(schema, withSeenTexts(schema, input))
  if (parsed.success) return parsed.data
  const issue = deepest(parsed.error.issues)
  const path = issue?.path.map(String).join('.') ?? ''
  if (issue?.code === 'unrecognized_keys') {
    throw new Refusal('field_unknown', { field: [...issue.path.map(String), issue.keys[0]].join('.') })
  }
  const reason = issue && isReason(issue.message) ? issue.message : 'field_invalid'
  if (path === '') throw new Refusal(reason)
  const bounds = issue && reason !== 'field_required' ? boundsOf(issue) : null
  throw new Refusal(reason, { field: path, ...(bounds && { bounds }) })
}

/** The first issue; in a union, that of the alternative whose members were sent, so that it names a field. */
function deepest(issues: readonly z.core.$ZodIssue[]): z.core.$ZodIssue | undefined {
  const [issue] = issues
  if (issue?.code !== 'invalid_union') return issue
  const meant = issue.errors.find((errors) => !errors.some(({ code }) => code === 'unrecognized_keys'))
  const inner = deepest(meant ?? issue.errors[0] ?? [])
  return inner ? { ...inner, path: [...issue.path, ...inner.path] } : issue
}

/** The names of the bounds by zod's name for the kind of value. */
const NAMES = new Map<string, { least: keyof Bounds; most: keyof Bounds }>([
  ['string', { least: 'length_min', most: 'length_max' }],
  ['array', { least: 'items_min', most: 'items_max' }],
  ['number', { least: 'minimum', most: 'maximum' }],
  ['int', { least: 'minimum', most: 'maximum' }],
])

/** The bounds that an issue says were missed; null if it says none. */
function boundsOf(issue: z.core.$ZodIssue): Bounds | null {
  switch (issue.code) {
    case 'too_small': {
      const name = NAMES.get(issue.origin)
      return name ? { [name.least]: Number(issue.minimum) } : null
    }
    case 'too_big': {
      const name = NAMES.get(issue.origin)
      return name ? { [name.most]: Number(issue.maximum) } : null
    }
    case 'invalid_value':
      return { one_of: issue.values.map(String) }
    case 'custom':
      return boundsIn(issue.params)
    default:
      return null
  }
}

/** Bounds given by a schema of ours (`operator/fields.ts`). */
function boundsIn(params: Record<string, unknown> | undefined): Bounds | null {
  const told = params?.bounds
  return typeof told === 'object' && told !== null ? told : null
}
