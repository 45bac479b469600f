import { expect, test } from 'vitest'
import { MODULES } from '../../server/modules.ts'
import { type ApprovedAct, approvedActs, type StaffVerb } from '../module.ts'
import { verbsOf } from './index.ts'

/**
 * What each verb does to money. `moves`: it books, pays, holds or releases money, proposes that, brings the bank
 * lines to book, or grants or ends a right to move money. `prices`: it sets what something costs, pays or may come
 * to, or proposes that. `stops`: it ends what would cost or earn something from then on, and gives back what is left of it.
 */
const DOES = {
  moves: `
    approve-withdrawal bounce-withdrawal close-difference confirm-deposit-return confirm-payout
    confirm-withdrawal coupon-issue coupon-revoke create-acceptor create-advertiser create-publisher customer-activate
    customer-cancel customer-disable customer-enable decide-appeal decide-exchange define-csv-mapping
    discard-payout-file dispute-exchange end-withdrawal extend-hold give-exchange-key give-up-exchange hand-over-payout-file
    import-statement invite-partner issue-acceptance-code issue-app-key make-good-exchange mark-exchange-paid match-bank-charge match-bond
    match-deposit match-escrow match-own-money match-payouts move-platform-money open-acceptor pay-acceptor
    pay-own-money pay-publishers payout-orders place-hold placement-open product-open
    propose-payout-file readmit-partner recall-deposit reset-partner-factor shut-out-partner refused-withdrawal release-hold return-deposit return-payout reverse-entry review-hold
    rotate-postback-secret save-payout-file send-deposit-returns set-acceptor-account set-payee-account
    take-back-statement take-out-bond take-out-escrow traffic-appeal-decide withdraw-acceptance-code withdraw-exchange-key withdraw-statement`,
  prices: `
    coupon-offer-create create-placement create-product policy-propose set-acceptor-limit
    set-leader-fee set-reference-rate`,
  stops: 'close-acceptor coupon-offer-close placement-close product-close stop-creative',
  // Approvals have the roles of the act that they approve.
  neither: `
    add-staff answer-chat answer-feedback answer-guest approve approve-creative audit-verify block-for-publisher change-password
    change-staff-roles claim clock-advance clock-show confirm-email coupon-offer-list create-creative customer-show
    approve-together
    declare-related delivery-counts demo-office disable-staff end-all-sessions end-own-session end-related end-sessions escrow-show explain-decision explain-placement host-key-add host-key-revoke host-list issue-code
    judge-money-owed ledger-verify list-acceptors list-announcements list-bank-lines list-brought-statements list-chats
    list-account-changes list-codes list-dead-notices list-deposit-returns list-deposits list-differences list-drafts list-email-requests list-exchange-orders
    list-feedback list-fetched-statements list-guests list-holds list-marketplace list-own-sessions list-partner-people list-payout-files list-payouts list-platform-entries list-proposals
    list-reconciliations list-staff list-statements list-texts list-verbs list-votes list-withdrawals platform-money policy-show propose-unpriced-policy
    publish-announcement publish-text publisher-statement read-chat readmit-staff reconcile redeliver-notice refuse-creative refuse-proposal remove-notice-url
    list-audit-entries list-claims list-evidence list-jobs open-evidence release-claim reveal-proposal save-audit-entries
    remove-second-factor reset-login-password reset-staff-factor revoke-code rotate-notice-secret save-creative save-creative-preview save-image search set-notice-url list-bank-faults show-bank-feed show-chat show-creative show-exchange-order show-guest
    list-own-factors remove-own-passkey renew-recovery-codes
    show-payout-file show-proposal show-supply-chain show-text statistics-verify test-notice ticket-issue traffic-appeal-file traffic-appeals-list traffic-replay traffic-rule-propose traffic-rule-withdraw traffic-rules-show withdraw-announcement`,
} as const
const namesOf = (text: string) => text.trim().split(/\s+/)
const LISTED = Object.values(DOES).flatMap(namesOf)
const OF_MONEY = new Set([...namesOf(DOES.moves), ...namesOf(DOES.prices)])

const VERBS = verbsOf(MODULES)
const ACTS = approvedActs(MODULES)

/** Verbs that are listed wrongly or not at all, and verbs and acts of money that an admin may do. */
function faultsOf(verbs: readonly StaffVerb[], acts: readonly ApprovedAct[]): string[] {
  const names = verbs.map(({ name }) => name)
  const of_money = verbs.filter(({ name }) => OF_MONEY.has(name))
  const other_proposals = new Set(
    verbs.filter(({ name }) => !OF_MONEY.has(name)).flatMap(({ proposes }) => proposes?.action ?? []),
  )
  return [
    ...names.filter((name) => !LISTED.includes(name)).map((name) => `${name} is not listed`),
    ...LISTED.filter((name) => !names.includes(name)).map((name) => `there is no ${name}`),
    ...LISTED.filter((name, place) => LISTED.indexOf(name) !== place).map(
      (name) => `${name} is listed twice`,
    ),
    ...of_money.filter(({ roles }) => roles.includes('admin')).map(({ name }) => `${name} is an admin's`),
    // An act counts as one of money unless a verb known to be another kind proposes it.
    ...acts
      .filter(({ action, checker_roles }) => !other_proposals.has(action) && checker_roles.includes('admin'))
      .map(({ action }) => `${action} is approved by an admin`),
  ]
}

test('no verb that moves or prices money is an admin’s, nor is the approval of its act [proof 267]', () => {
  expect(faultsOf(VERBS, ACTS)).toEqual([])
})

test('control: a verb that nobody listed is found, and one of money that is given to admins, and an act', () => {
  const [verb] = VERBS
  const [act] = ACTS
  if (!verb || !act) throw new Error('there are verbs and acts')
  const is_new: StaffVerb = { ...verb, name: 'print-money', roles: ['finance_maker'] }
  expect(faultsOf([...VERBS, is_new], ACTS)).toEqual(['print-money is not listed'])
  const given = VERBS.map((known): StaffVerb => {
    return known.name === 'place-hold' ? { ...known, roles: [...known.roles, 'admin'] } : known
  })
  expect(faultsOf(given, ACTS)).toEqual(["place-hold is an admin's"])
  const approved: ApprovedAct = { ...act, action: 'money.print', checker_roles: ['risk', 'admin'] }
  expect(faultsOf(VERBS, [...ACTS, approved])).toEqual(['money.print is approved by an admin'])
  expect(faultsOf(VERBS.slice(1), ACTS)).toEqual([`there is no ${verb.name}`])
})
