import {
  appealDecided,
  trafficAppealDecide,
  trafficAppealDeciding,
} from '@adtally/contract/operator/market/delivery-rules.ts'
import * as z from 'zod/mini'
import type { Transaction } from '../../../database/database.ts'
import { schedule } from '../../../database/jobs.ts'
import { Refusal } from '../../../lib/refusal.ts'
import { tellCustomer } from '../../customer-notice.ts'
import { publisherById } from '../../marketplace/index.ts'
import { approvedAct } from '../../module.ts'
import { proposalVerb } from '../../operators/index.ts'
import { plansNamed } from '../../plans/index.ts'
import { factsFrom, moneyText } from '../../proposal-facts.ts'
import { type Appeal, appealedSums, barredFrom, decideAppealRow, lockAppeal } from './appeals.repository.ts'
import { RESTORE_JOB } from './restore-job.ts'

const AT_ONCE = new Date(0)

const appealDecideAct = approvedAct(trafficAppealDeciding, {
  payload: z.strictObject(appealDecided),
  facts: async (services, tx, { appeal_id, decision, answer }) => {
    const { rule, rule_version, grounds, publisher_id } = await openAppeal(tx, appeal_id)
    const about = await appealedSums(tx, appeal_id)
    const publisher = publisher_id === null ? null : await publisherById(tx, publisher_id)
    const whose = publisher === null ? 'a customer' : `the publisher ${publisher.name}`
    const money = {
      spend: moneyText(services, about.spend_returned_micros),
      revenue: moneyText(services, about.revenue_reversed_micros),
    }
    const events = `${about.events} events that rule ${rule} version ${rule_version} found invalid`
    return {
      says:
        decision === 'granted'
          ? `Grant the appeal of ${whose}: put back ${events}, with spend ${money.spend} and revenue ${money.revenue}`
          : `Refuse the appeal of ${whose} against ${events}`,
      before: factsFrom({ appeal: 'open', grounds }),
      after: factsFrom({ appeal: decision, answer, ...money, plans: about.plans }),
    }
  },
  apply: async (_services, tx, { appeal_id, decision, answer }, { proposal_id }) => {
    const appeal = await openAppeal(tx, appeal_id)
    await decideAppealRow(tx, appeal_id, { decision, answer, proposal_id })
    // The money is the worker's to move, and may have to wait until it is there.
    if (decision === 'granted')
      await schedule(tx, { kind: RESTORE_JOB, subject_id: appeal_id, due_at: AT_ONCE })
    await tell(tx, appeal, { decision, answer })
    return { appeal_id, decision }
  },
})

/** `traffic-appeal-decide`: an appeal is granted or refused, by two who neither published the rule's version nor wrote it down. */
export const trafficAppealDecideVerb = proposalVerb(trafficAppealDecide, {
  act: appealDecideAct,
  ask: async (_services, tx, { reason, ...payload }, staff) => {
    const barred = await barredFrom(tx, await openAppeal(tx, payload.appeal_id))
    if (barred.includes(staff.staff_id)) throw new Refusal('four_eyes')
    return { subject: { kind: 'traffic_appeal', id: payload.appeal_id }, payload, reason }
  },
})

async function openAppeal(tx: Transaction, appeal_id: string): Promise<Appeal> {
  const appeal = await lockAppeal(tx, appeal_id)
  if (!appeal) throw new Refusal('record_not_found', { field: 'appeal_id' })
  if (appeal.decision !== null) throw new Refusal('state_conflict', { field: 'appeal_id' })
  return appeal
}

async function tell(
  tx: Transaction,
  { customer_id, plan_id }: Appeal,
  values: { decision: string; answer: string },
): Promise<void> {
  if (customer_id === null || plan_id === null) return
  const plan = (await plansNamed(tx, [plan_id])).get(plan_id)
  await tellCustomer(tx, customer_id, {
    message: 'traffic_appeal_decided',
    values: { ...values, number: plan?.number ?? '' },
    subject: { kind: 'plan', id: plan_id },
  })
}
