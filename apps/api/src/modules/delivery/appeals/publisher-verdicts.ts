import { filePublishersAppeal, listVerdictEvents, listVerdicts } from '@adtally/contract/partner/delivery.ts'
import { formatAmount } from '@adtally/money/money.ts'
import type { Transaction } from '../../../database/database.ts'
import type { PartnerVerb } from '../../partner-verb.ts'
import { partnerVerb, scopeOf } from '../../partner-verb.ts'
import type { Services } from '../../services.ts'
import { listPage, listPageByKey } from '../../staff-list.ts'
import { appealUntil, filePartnersAppeal } from './file-appeal.ts'
import { presentAppeal } from './present-appeal.ts'
import {
  isPutBack,
  type PublisherVerdict,
  publisherVerdicts,
  VERDICT_PLACE,
  verdictEvents,
} from './publisher-verdicts.repository.ts'

const LISTED_DEFAULT = 50

/** What publishers read of verdicts on invalid traffic, and their appeals (PRODUCT §2.2). */
export const publisherVerdictVerbs: readonly PartnerVerb[] = [
  partnerVerb(listVerdicts, async (services, partner, flags) => {
    const { party_id: publisher_id } = partner
    return await listPage(services, flags, {
      scope: scopeOf(partner),
      limit_default: LISTED_DEFAULT,
      parts: VERDICT_PLACE,
      read: async (tx, after, rows_max) => {
        const found = await publisherVerdicts(tx, publisher_id, after, rows_max)
        const shown = []
        for (const { row, place } of found) {
          shown.push({ row: await presentVerdict(services, tx, publisher_id, row), place })
        }
        return shown
      },
    })
  }),
  partnerVerb(listVerdictEvents, async (services, partner, { verdict_id, rule, ...flags }) => {
    const verdict = { publisher_id: partner.party_id, verdict_id, rule }
    const { items, next_cursor } = await listPageByKey(services, flags, {
      scope: scopeOf(partner),
      limit_default: LISTED_DEFAULT,
      read: (tx, after, rows_max) => verdictEvents(tx, verdict, after, rows_max),
      keyOf: ({ event_id }) => event_id,
    })
    const shown = items.map(({ taken_back_micros, ...event }) => ({
      ...event,
      taken_back: formatAmount(taken_back_micros),
    }))
    return { items: shown, next_cursor }
  }),
  partnerVerb(filePublishersAppeal, filePartnersAppeal),
]

async function presentVerdict(
  services: Services,
  tx: Transaction,
  publisher_id: string,
  verdict: PublisherVerdict,
) {
  const { verdict_id, rule, rule_version, description, decided_at, events, taken_back_micros } = verdict
  return {
    verdict_id,
    rule,
    rule_version,
    description,
    decided_at,
    events: Number(events),
    taken_back: formatAmount(taken_back_micros),
    appeal_until:
      verdict.filed_at === null && taken_back_micros > 0n ? appealUntil(services, decided_at) : null,
    appeal: await appealOf(tx, publisher_id, verdict),
  }
}

async function appealOf(
  tx: Transaction,
  publisher_id: string,
  { verdict_id, rule, filed_at, grounds, decision, answer, appeal_decided_at }: PublisherVerdict,
) {
  if (filed_at === null || grounds === null) return null
  const is_restored = decision === 'granted' && (await isPutBack(tx, { publisher_id, verdict_id, rule }))
  return presentAppeal({ filed_at, grounds, decision, answer, decided_at: appeal_decided_at }, is_restored)
}
