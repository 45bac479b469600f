import * as z from 'zod/mini'
import type { Subscription } from '../module.ts'
import { countResult } from './repository.ts'

/** Written by the trigger `results_counted` of migration 175. */
const settledResult = z.strictObject({ plan_id: z.uuid(), revision: z.int() })

/** A plan settled, or its settlement was corrected: the score follows, in the order of what happened. */
export const resultSubscription: Subscription = {
  topic: 'standing.result',
  async handle(_services, tx, payload) {
    const { plan_id, revision } = z.parse(settledResult, payload)
    await countResult(tx, plan_id, revision)
  },
}
