import { hash } from 'node:crypto'
import {
  exchangeKeyGiving,
  giveExchangeKey,
  withdrawExchangeKey,
} from '@adtally/contract/operator/market/parties.ts'
import * as z from 'zod/mini'
import { newId } from '../../../database/identifiers.ts'
import { Refusal } from '../../../lib/refusal.ts'
import * as audit from '../../audit/index.ts'
import { approvedAct, type People, staffVerb } from '../../module.ts'
import { proposalVerb } from '../../operators/index.ts'
import type { Services } from '../../services.ts'
import { shownOnce } from '../../shown-once.ts'
import { endExchangeKey, insertExchangeKey } from './exchange-keys.repository.ts'
import { publisherById } from './parties.repository.ts'

const SYSTEM = { kind: 'system' } as const

/** What is kept of an exchange's key: its SHA-256, since 256 random bits can't be guessed from it. */
export function hashOfExchangeKey(key: string): Buffer {
  return hash('sha256', key, 'buffer')
}

function exchangeKey({ settings }: Services, { proposal_id, checker }: People): string {
  return shownOnce(settings.secret, ['exchange key', proposal_id, checker.staff_id]).toString('base64url')
}

/** The second person's half: the key, shown here and never again. An earlier one ends with it. */
const exchangeKeyAct = approvedAct(exchangeKeyGiving, {
  payload: z.strictObject({ publisher_id: z.uuid(), key_id: z.uuid() }),
  facts: async (_services, tx, { publisher_id }) => {
    const publisher = await publisherById(tx, publisher_id)
    return {
      says: `Make ${publisher?.name ?? publisher_id} an exchange that asks for bids by a new key; its placements are filled on no page any more`,
      before: {},
      after: { publisher: publisher?.name ?? publisher_id },
    }
  },
  apply: async (services, tx, { publisher_id, key_id }, people) => {
    await endExchangeKey(tx, publisher_id)
    const key_hash = hashOfExchangeKey(exchangeKey(services, people))
    await insertExchangeKey(tx, { key_id, publisher_id, key_hash })
  },
  shows: (services, { publisher_id }, people) => ({
    publisher_id,
    exchange_key: exchangeKey(services, people),
  }),
})

/** `give-exchange-key`: proposes that a publisher is an exchange, or that it gets another key. */
export const giveExchangeKeyVerb = proposalVerb(giveExchangeKey, {
  act: exchangeKeyAct,
  makes: 'publisher_id',
  ask: async (_services, tx, { publisher_id, reason }) => {
    if (!(await publisherById(tx, publisher_id))) {
      throw new Refusal('record_not_found', { field: 'publisher_id' })
    }
    return {
      subject: { kind: 'publisher', id: publisher_id },
      payload: { publisher_id, key_id: newId() },
      reason,
    }
  },
})

/** `withdraw-exchange-key`: by one person and at once, because a leaked key can't wait. */
export const withdrawExchangeKeyVerb = staffVerb(
  withdrawExchangeKey,
  (services, staff, { publisher_id, reason }) =>
    services.database.transaction(SYSTEM, async (tx) => {
      if (!(await endExchangeKey(tx, publisher_id))) {
        throw new Refusal('record_not_found', { field: 'publisher_id' })
      }
      await audit.byStaff(tx, staff, {
        action: 'publisher.exchange_key_withdrawn',
        subject: { kind: 'publisher', id: publisher_id },
        reason,
      })
      return { publisher_id }
    }),
)
