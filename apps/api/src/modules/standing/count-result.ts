import * as z from 'zod/mini'
import type { Subscription } from '../module.ts'
import { countResult } from './repository.ts'

/** Published by the trigger `results_counted` on `plans.results`. */
const settledResult = z.strictObject({ plan_id: z.uuid(), revision: z.int() })

/** Updates the score in the order of events when a plan settles or its settlement is corrected. */
export const resultSubscription: Subscription = {
  topic: 'standing.result',
  async handle(_services, tx, payload) {
    const { plan_id, revision } = z.parse(settledResult, payload)
    await countResult(tx, plan_id, revision)
  },
}
