import { compactAccountNumber, isAccountNumber } from '@adtally/contract/money/account-number.ts'
import {
  changeAccount,
  showAccount,
  withdrawAccountChange,
} from '@adtally/contract/partner/money-publisher.ts'
import { newId } from '../../../database/identifiers.ts'
import { Refusal } from '../../../lib/refusal.ts'
import { sealText } from '../../../lib/sealed-text.ts'
import * as audit from '../../audit/index.ts'
import { partnerVerb, scopeOf } from '../../partner-verb.ts'
import { personById } from '../../partners/index.ts'
import { maskNumber } from '../../wallet/index.ts'
import {
  askAccountChange,
  ownAccount,
  waitingChangeOf,
  withdrawAccountChange as withdrawChange,
} from './account-changes.repository.ts'
import { tellAccountChange, tellAccountWithdrawn } from './account-letters.ts'
import { ACCOUNT_SEAL } from './account-seal.ts'

/** `show-account`: where a partner is paid, and a change that waits. */
export const showAccountVerb = partnerVerb(showAccount, ({ database }, partner) =>
  database.transaction(scopeOf(partner), async (tx) => {
    const { side: payee_kind, party_id: payee_id } = partner
    const account = await ownAccount(tx, { payee_kind, payee_id })
    const change = await waitingChangeOf(tx, payee_id)
    const asked_by = change && (await personById(tx, change.asked_by))?.email
    return {
      account: account
        ? {
            account_name: account.account_name,
            account_masked: account.account_masked,
            since: account.created_at,
          }
        : null,
      change: change
        ? {
            change_id: change.change_id,
            account_masked: change.account_masked,
            asked_at: change.asked_at,
            settable_at: change.settable_at,
            asked_by: asked_by ?? change.asked_by,
          }
        : null,
    }
  }),
)

/** `change-account`: another account waits a day, and is then set by two of the office; the present one stands until then. */
export const changeAccountVerb = partnerVerb(changeAccount, (services, partner, { account_number }) => {
  const { database, settings } = services
  const compact = compactAccountNumber(account_number)
  if (!isAccountNumber(compact)) throw new Refusal('account_number_invalid', { field: 'account_number' })
  const change_id = newId()
  const account_masked = maskNumber(compact)
  const sealed = sealText(settings.secret(ACCOUNT_SEAL), change_id, compact)
  return database.transaction(scopeOf(partner), async (tx) => {
    await audit.appendPartnerAct(tx, partner, {
      action: 'payee-account.change_asked',
      subject: { kind: partner.side, id: partner.party_id },
      details: { change_id },
    })
    const asked = await askAccountChange(tx, partner.session_token, { change_id, sealed, account_masked })
    if (!asked) throw new Refusal('state_conflict', { field: 'account_number' })
    const payee = { payee_kind: partner.side, payee_id: partner.party_id }
    const has_account = (await ownAccount(tx, payee)) !== undefined
    await tellAccountChange(services, tx, partner, {
      account_masked,
      has_account,
      settable_at: asked.settable_at,
    })
    return { change_id, account_masked, ...asked }
  })
})

/** `withdraw-account-change`: by any owner, while it waits. */
export const withdrawAccountChangeVerb = partnerVerb(
  withdrawAccountChange,
  (services, partner, { change_id }) =>
    services.database.transaction(scopeOf(partner), async (tx) => {
      await audit.appendPartnerAct(tx, partner, {
        action: 'payee-account.change_withdrawn',
        subject: { kind: partner.side, id: partner.party_id },
        details: { change_id },
      })
      const withdrawn = await withdrawChange(tx, partner.session_token, change_id)
      if (withdrawn === null) throw new Refusal('record_not_found', { field: 'change_id' })
      if (!withdrawn) throw new Refusal('state_conflict', { field: 'change_id' })
      await tellAccountWithdrawn(services, tx, partner)
      return { change_id }
    }),
)
