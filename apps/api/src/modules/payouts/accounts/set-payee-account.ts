import { createHmac } from 'node:crypto'
import { compactAccountNumber, isAccountNumber } from '@adtally/contract/money/account-number.ts'
import {
  PAYEE_KINDS,
  type PayeeKind,
  payeeAccountSetting,
  setPayeeAccount,
} from '@adtally/contract/operator/finance/parties-money.ts'
import { sha256 } from '@adtally/contract/service/file-content.ts'
import * as z from 'zod/mini'
import type { Transaction } from '../../../database/database.ts'
import { newId } from '../../../database/identifiers.ts'
import { Refusal } from '../../../lib/refusal.ts'
import { openText, sealText } from '../../../lib/sealed-text.ts'
import { PLATFORM_ID } from '../../ledger/index.ts'
import { approvedAct, type Staff } from '../../module.ts'
import { type Asked, proposalVerb } from '../../operators/index.ts'
import { peopleChangedAt, personById } from '../../partners/index.ts'
import { factsFrom } from '../../proposal-facts.ts'
import type { Services } from '../../services.ts'
import { maskNumber } from '../../wallet/index.ts'
import { verifiedAccountName } from '../payees.ts'
import { accountInForce, replaceAccount } from '../repository.ts'
import { accountChange, accountRefusal } from './account-changes.repository.ts'
import { tellAccountSet } from './account-letters.ts'
import { ACCOUNT_SEAL } from './account-seal.ts'

/** A proposed bank account of a party. */
export interface PayeeAccount {
  payee_kind: PayeeKind
  payee_id: string
  /** The verified name; the bank pays only an account in this name. */
  account_name: string
  account_number: string
  reason: string
}

/**
 * A party's bank account as it is put before a second person; the number travels encrypted. Throws `account_number_invalid`.
 */
export function payeeAccountAsked(
  services: Services,
  { payee_kind, payee_id, account_name, account_number, reason }: PayeeAccount,
  { request_id }: Pick<Staff, 'request_id'>,
): Asked<{ account_id: string }> {
  const compact = compactAccountNumber(account_number)
  if (!isAccountNumber(compact)) throw new Refusal('account_number_invalid', { field: 'account_number' })
  // By its request's id, so that what asks again is answered by the same.
  const account_id = request_id ?? newId()
  const key = services.settings.secret(ACCOUNT_SEAL)
  return {
    subject: { kind: payee_kind, id: payee_id },
    payload: {
      account_id,
      payee_kind,
      payee_id,
      account_name,
      account_masked: maskNumber(compact),
      sealed: sealText(key, account_id, compact).toString('hex'),
      // Of the same number it is the same, so that a request that is made again is known.
      number_hash: createHmac('sha256', key).update(compact).digest('hex'),
    },
    made_anew: ['sealed'],
    reason,
    answer: { account_id },
  }
}

/** The second person's half of `set-payee-account`; the previous account is kept but no longer used. */
export const payeeAccountAct = approvedAct(payeeAccountSetting, {
  payload: z.strictObject({
    account_id: z.uuid(),
    payee_kind: z.enum(PAYEE_KINDS),
    payee_id: z.uuid(),
    account_name: z.string(),
    account_masked: z.string(),
    sealed: z.string().check(z.regex(/^[0-9a-f]+$/)),
    // Of a change that a partner asked for there is none: its account's id is the request's already.
    number_hash: z.optional(sha256),
    evidence_hash: sha256,
  }),
  facts: async (_services, tx, { account_id, payee_kind, payee_id, account_name, account_masked }) => {
    const now = await accountInForce(tx, payee_kind, payee_id)
    const change = await accountChange(tx, { payee_kind, payee_id, change_id: account_id })
    const asked_by = change && (await personById(tx, change.asked_by))?.email
    // Who took a company over may ask for another account next.
    const people_changed_at = await peopleChangedAt(tx, payee_id)
    return {
      says: `Pay the ${payee_kind} ${account_name} to the account ${account_masked}`,
      before: factsFrom({ account_name: now?.account_name, account: now?.account_masked }),
      after: factsFrom({
        account_name,
        account: account_masked,
        asked_by,
        asked_for_at: change?.asked_at.toISOString(),
        people_changed_at: people_changed_at?.toISOString(),
        withdrawn_at: change?.withdrawn_at?.toISOString(),
      }),
    }
  },
  apply: async (services, tx, { sealed, evidence_hash, number_hash: _, ...account }, { proposal_id }) => {
    await replaceAccount(tx, {
      ...account,
      sealed: Buffer.from(sealed, 'hex'),
      evidence_hash: Buffer.from(evidence_hash, 'hex'),
      proposal_id,
    }).catch((error: unknown) => {
      throw accountRefusal(error)
    })
    if (account.payee_kind !== 'platform')
      await tellAccountSet(services, tx, account.payee_id, account.account_masked)
    return { account_id: account.account_id, account_masked: account.account_masked }
  },
  // Whoever approves holds the whole number to what they have seen of it: its last digits may be another account's.
  revealed: ({ settings }, { account_id, sealed }) => ({
    account_number: openText(settings.secret(ACCOUNT_SEAL), account_id, Buffer.from(sealed, 'hex')),
  }),
})

/** `set-payee-account`: proposes where a publisher, an advertiser or the platform itself is paid. */
export const setPayeeAccountVerb = proposalVerb(setPayeeAccount, {
  act: payeeAccountAct,
  ask: async (services, tx, { payee_id = PLATFORM_ID, evidence_file: _, ...input }, maker) => {
    const { account_number, change_id, ...of } = { ...input, payee_id }
    const account_name = await verifiedAccountName(services, tx, of.payee_kind, payee_id)
    if (change_id !== undefined) {
      if (account_number !== undefined) throw new Refusal('field_invalid', { field: 'account_number' })
      return await changeAsked(tx, { ...of, account_name, change_id })
    }
    if (account_number === undefined) throw new Refusal('field_required', { field: 'account_number' })
    return payeeAccountAsked(services, { ...of, account_name, account_number }, maker)
  },
})

type ChangeAsked = Omit<PayeeAccount, 'account_number'> & { change_id: string }

/** A change that a partner asked for, as it is put before a second person: its number as they sealed it. */
async function changeAsked(
  tx: Transaction,
  { payee_kind, payee_id, account_name, reason, change_id }: ChangeAsked,
): Promise<Asked<{ account_id: string }>> {
  const change = await accountChange(tx, { payee_kind, payee_id, change_id })
  if (!change) throw new Refusal('record_not_found', { field: 'change_id' })
  return {
    subject: { kind: payee_kind, id: payee_id },
    payload: {
      account_id: change_id,
      payee_kind,
      payee_id,
      account_name,
      account_masked: change.account_masked,
      sealed: change.sealed.toString('hex'),
    },
    reason,
    answer: { account_id: change_id },
  }
}
