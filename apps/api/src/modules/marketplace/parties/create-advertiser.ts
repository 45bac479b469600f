import {
  ADVERTISER_FACTS,
  advertiserCreating,
  createAdvertiser,
} from '@adtally/contract/operator/market/parties.ts'
import * as z from 'zod/mini'
import type { Transaction } from '../../../database/database.ts'
import { newId } from '../../../database/identifiers.ts'
import { Refusal } from '../../../lib/refusal.ts'
import { approvedAct, type People } from '../../module.ts'
import { proposalVerb } from '../../operators/index.ts'
import { factsFrom } from '../../proposal-facts.ts'
import type { Services } from '../../services.ts'
import { shownOnce } from '../../shown-once.ts'
import { insertAdvertiser, replacePostbackSecret } from './parties.repository.ts'
import { newPostbackSecret, sealSecret } from './sealed-secret.ts'

function firstSecret({ settings }: Services, { proposal_id, checker }: People): string {
  return shownOnce(settings.secret, ['postback secret', proposal_id, checker.staff_id]).toString('base64url')
}

/** The second person's half: the advertiser, and its postback secret, shown here and never again. */
const advertiserCreateAct = approvedAct(advertiserCreating, {
  payload: z.strictObject({ advertiser_id: z.uuid(), ...ADVERTISER_FACTS }),
  facts: async (_services, _tx, { advertiser_id: _, ...advertiser }) => ({
    says: `Make ${advertiser.name} (${advertiser.legal_name}) an advertiser, whose escrow comes from an account of ${advertiser.account_name}`,
    before: {},
    after: factsFrom(advertiser),
  }),
  apply: async (services, tx, { evidence_hash, ...advertiser }, people) => {
    const inserted = await insertAdvertiser(tx, {
      ...advertiser,
      evidence_hash: Buffer.from(evidence_hash, 'hex'),
    })
    if (!inserted) throw new Refusal('record_exists', { field: 'legal_name' })
    await keepPostbackSecret(services, tx, advertiser.advertiser_id, firstSecret(services, people))
  },
  shows: (services, { advertiser_id }, people) => ({
    advertiser_id,
    postback_secret: firstSecret(services, people),
  }),
})

/** `create-advertiser`: proposes a verified advertiser; escrow is then taken from its account name only. */
export const createAdvertiserVerb = proposalVerb(createAdvertiser, {
  act: advertiserCreateAct,
  makes: 'advertiser_id',
  ask: async (_services, _tx, { reason, ...payload }) => {
    const advertiser_id = newId()
    return {
      subject: { kind: 'advertiser', id: advertiser_id },
      payload: { advertiser_id, ...payload },
      reason,
    }
  },
})

/** Gives an advertiser a new postback secret in place of the old one; returns it, the only time it can be read. */
export async function issuePostbackSecret(
  services: Services,
  tx: Transaction,
  advertiser_id: string,
): Promise<string> {
  const text = newPostbackSecret()
  await keepPostbackSecret(services, tx, advertiser_id, text)
  return text
}

async function keepPostbackSecret(
  { settings }: Services,
  tx: Transaction,
  advertiser_id: string,
  text: string,
): Promise<void> {
  const secret_id = newId()
  const sealed = sealSecret(settings.secret, secret_id, text)
  await replacePostbackSecret(tx, { secret_id, advertiser_id, sealed })
}
