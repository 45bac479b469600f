import { keywordList } from '@adtally/contract/keywords.ts'
import * as z from 'zod/mini'
import type { Asker, DeliveryNode } from '../delivery-node.ts'
import { eventIdOf } from '../events/event-ids.ts'

const SLOTS_MAX = 20
const FALLBACKS_MAX = 3
const BESIDE_MAX = 20
const key = z.string().check(z.maxLength(64))

/** What a page asks for at once. */
export const decisionsQuery = z.strictObject({
  /** In the page's order; of a slot's placements the first that is filled is answered. */
  slots: z
    .array(
      z.strictObject({
        placement: key,
        fallbacks: z._default(z.array(key).check(z.maxLength(FALLBACKS_MAX)), []),
      }),
    )
    .check(z.minLength(1), z.maxLength(SLOTS_MAX)),
  device: z.optional(key),
  /** The origin of the outermost page around. */
  around: z.optional(z.string().check(z.maxLength(300))),
  /** What the page is about. */
  keywords: z.optional(keywordList),
  /** Tokens of the advertisements that are on the page already. */
  beside: z._default(z.array(z.string()).check(z.maxLength(BESIDE_MAX)), []),
  /** VAST has a call of its own. */
  channel: z._default(z.enum(['tag', 'json']), 'json'),
})

/**
 * Answers several slots in their order, as JSON. No plan is shown twice on a page while another can be; with `fallbacks` a
 * slot's first placement tells why none was filled.
 */
export async function decideTogether(
  node: DeliveryNode,
  { slots, beside, device, around, keywords, channel }: z.infer<typeof decisionsQuery>,
  who: Pick<Asker, 'headers' | 'address'>,
  now_ms: number,
): Promise<string> {
  const asker = { ...who, device, around, keywords, channel }
  const shown = new Set(
    beside.flatMap((text) => {
      const token = node.codec.open(text, now_ms)
      return typeof token === 'string' ? [] : eventIdOf(token.ids, 'plan_id')
    }),
  )
  const answers: string[] = []
  for (const { placement, fallbacks } of slots) {
    let answer = await node.decide({ ...asker, placement }, shown)
    for (const fallback of fallbacks) {
      if (answer.plan_id !== null) break
      const other = await node.decide({ ...asker, placement: fallback }, shown)
      if (other.plan_id !== null) answer = other
    }
    if (answer.plan_id !== null) shown.add(answer.plan_id)
    answers.push(answer.json)
  }
  return `{"decisions":[${answers.join(',')}]}`
}
