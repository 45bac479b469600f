import { createPlans, type PlansEngine, type PlansNeeds } from '../../modules/plans/index.ts'

/** What delivery, following and VIP answer to plans: the program's own answers, unless a world replaces one. */
export type PlanAnswers = { -readonly [Answer in 'gate' | 'sharing' | 'rebates']: PlansNeeds[Answer] }

/** The plans of `program`, asking whatever is in `answers` at that moment. */
export function answeredPlans(program: PlansEngine): { plans: PlansEngine; answers: PlanAnswers } {
  const { gate, sharing, rebates } = program
  const answers: PlanAnswers = { gate, sharing, rebates }
  const plans = createPlans({
    gate: {
      ingestPassed: (...asked) => answers.gate.ingestPassed(...asked),
      invalidPassDone: (...asked) => answers.gate.invalidPassDone(...asked),
      get settleable() {
        return answers.gate.settleable
      },
    },
    sharing: {
      marksOf: (...asked) => answers.sharing.marksOf(...asked),
      lock: (...asked) => answers.sharing.lock(...asked),
      termsOf: (...asked) => answers.sharing.termsOf(...asked),
      revised: (...asked) => answers.sharing.revised(...asked),
      record: (...asked) => answers.sharing.record(...asked),
      recordCorrected: (...asked) => answers.sharing.recordCorrected(...asked),
    },
    rebates: (...asked) => answers.rebates(...asked),
    coupon_origin: program.coupon_origin,
    delivered: program.delivered,
  })
  return { plans, answers }
}

/** Tells plans that delivery is done with all their events, or not; they settle one by one. */
export function deliveryIs(done: boolean): PlansNeeds['gate'] {
  return { ingestPassed: async () => done, invalidPassDone: async () => done, settleable: null }
}
