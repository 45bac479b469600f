import * as z from 'zod/mini'
import { RELATION_KINDS } from '../../enums.ts'
import { amount, because, day, id, text, time } from '../../fields.ts'
import { customerHandle, documentHash, reasonText, wholeText } from '../statement/fields.ts'
import { type Approval, proposed, proposedWith, staffCall } from '../statement/staff-call.ts'
import { bundleId, domain, legalName, shownName } from './catalogue-fields.ts'

const CHECKERS = ['finance_checker', 'risk'] as const

/** What two people verified of an advertiser; its escrow is taken from an account of that name only. */
export const ADVERTISER_FACTS = {
  name: shownName,
  legal_name: legalName,
  /** Whose bank account escrow must come from. */
  account_name: legalName,
  /** Of the documents that were seen. */
  evidence_hash: documentHash,
}

export const advertiserCreating: Approval = {
  action: 'advertiser.create',
  roles: CHECKERS,
  refusals: ['record_exists'],
}

export const createAdvertiser = staffCall({
  name: 'create-advertiser',
  kind: 'propose',
  area: 'parties',
  roles: ['finance_maker', 'content'],
  approval: advertiserCreating,
  summary: 'Propose a verified advertiser',
  note: 'account_name is whose bank account escrow must come from',
  request: z.strictObject({ ...ADVERTISER_FACTS, reason: reasonText }),
  response: proposedWith({ advertiser_id: id }),
  refusals: [],
})

/** By one person and at once, because a leaked secret can't wait. */
export const rotatePostbackSecret = staffCall({
  name: 'rotate-postback-secret',
  kind: 'act',
  area: 'parties',
  roles: ['risk'],
  once: true,
  summary: 'Replace an advertiser’s postback secret; the new one is printed once',
  request: z.strictObject({ advertiser_id: id, reason: reasonText }),
  response: z.object({ advertiser_id: id, postback_secret: z.string() }),
  refusals: ['record_not_found'],
})

export const escrowBooking: Approval = {
  action: 'escrow.book',
  roles: ['finance_checker'],
  stands_on: 'import-statement',
  refusals: ['record_not_found', 'state_conflict', 'statement_contradicted', 'deposit_match_refused'],
}

export const matchEscrow = staffCall({
  name: 'match-escrow',
  kind: 'propose',
  area: 'parties',
  roles: ['finance_maker'],
  works_on: { kind: 'bank_line', by: 'line_id' },
  approval: escrowBooking,
  summary: 'Propose that a bank line is an advertiser’s escrow, paid from an account in its name',
  request: z.strictObject({ line_id: id, advertiser_id: id }),
  response: proposed,
  refusals: [],
})

export const showEscrow = staffCall({
  name: 'escrow-show',
  title: 'Show escrow',
  kind: 'read',
  area: 'parties',
  roles: ['support', 'finance_maker', 'finance_checker', 'risk', 'auditor'],
  summary: 'Free escrow of every advertiser, or of one with the bank lines that paid it in',
  request: z.strictObject({ advertiser_id: z.optional(id) }),
  response: z.array(
    z.object({
      advertiser_id: id,
      name: z.string(),
      account_name: z.string(),
      /** Reserved by no plan. */
      free: amount,
      /** Newest first; left out where no advertiser was asked for. */
      top_ups: z.optional(
        z.array(z.object({ top_up_id: id, advertiser_id: id, line_id: id, amount, created_at: time })),
      ),
    }),
  ),
  refusals: [],
})

/** What two people verified of a publisher. */
export const PUBLISHER_FACTS = {
  name: shownName,
  legal_name: legalName,
  /** Who is paid. */
  account_name: legalName,
  domain,
  /** Of the documents that were seen. */
  evidence_hash: documentHash,
}

export const publisherCreating: Approval = {
  action: 'publisher.create',
  roles: CHECKERS,
  refusals: ['record_exists'],
}

export const createPublisher = staffCall({
  name: 'create-publisher',
  kind: 'propose',
  area: 'parties',
  roles: ['finance_maker', 'content'],
  approval: publisherCreating,
  summary: 'Propose a verified publisher with the domain that its pages lie under',
  note: 'account_name is who is paid; domain is one that somebody has registered, such as news.example',
  request: z.strictObject({ ...PUBLISHER_FACTS, reason: reasonText }),
  response: proposedWith({ publisher_id: id }),
  refusals: [],
})

export const exchangeKeyGiving: Approval = {
  action: 'exchange_key.give',
  roles: CHECKERS,
  refusals: [],
}

export const giveExchangeKey = staffCall({
  name: 'give-exchange-key',
  kind: 'propose',
  area: 'parties',
  roles: ['finance_maker', 'content'],
  approval: exchangeKeyGiving,
  summary:
    'Propose a key by which a publisher asks for bids as an exchange, in place of an earlier one; its approval prints it, once',
  request: z.strictObject({ publisher_id: id, reason: reasonText }),
  response: proposedWith({ publisher_id: id }),
  refusals: ['record_not_found'],
})

/** By one person and at once, because a leaked key can't wait. */
export const withdrawExchangeKey = staffCall({
  name: 'withdraw-exchange-key',
  kind: 'act',
  area: 'parties',
  roles: ['risk'],
  summary: 'End an exchange’s key at once; its placements are filled no more',
  request: z.strictObject({ publisher_id: id, reason: reasonText }),
  response: z.object({ publisher_id: id }),
  refusals: ['record_not_found'],
})

/** By one person and at once, because a leaked key can't wait; placements are two people's. */
export const issueAppKey = staffCall({
  name: 'issue-app-key',
  kind: 'act',
  area: 'parties',
  roles: ['risk'],
  once: true,
  summary:
    'Give a publisher’s app a key to ask for advertisements by, in place of the one it has; it is printed once',
  request: z.strictObject({ publisher_id: id, bundle_id: bundleId, reason: reasonText }),
  response: z.object({ publisher_id: id, bundle_id: z.string(), app_key: z.string() }),
  refusals: ['record_not_found'],
})

/** By one person and at once, because a declaration only adds to what customers see. */
export const declareRelated = staffCall({
  name: 'declare-related',
  title: 'Declare related party',
  kind: 'act',
  area: 'parties',
  roles: ['risk', 'content', 'finance_maker'],
  once: true,
  touches: 'customer',
  summary: 'Declare a related party and its share',
  note: 'one of advertiser_id and publisher_id, in which it has the share, or the customer that the person is',
  request: z.strictObject({
    kind: z.enum(RELATION_KINDS, { error: because('field_invalid') }),
    party_name: text(200),
    customer: z.optional(customerHandle),
    advertiser_id: z.optional(id),
    publisher_id: z.optional(id),
    share_percent: wholeText(0, 100),
    since: day,
    reason: reasonText,
  }),
  response: z.object({ declaration_id: id }),
  refusals: ['record_not_found'],
})

export const relatedPartyEnding: Approval = {
  action: 'related_party.end',
  roles: CHECKERS,
  refusals: ['record_not_found', 'state_conflict'],
}

/** By two people, unlike the declaration, because customers are shown less from then on. */
export const endRelated = staffCall({
  name: 'end-related',
  title: 'End declaration of related party',
  kind: 'propose',
  area: 'parties',
  roles: ['risk', 'content', 'finance_maker'],
  approval: relatedPartyEnding,
  touches: 'customer',
  summary: 'Propose that a declaration of a related party end with the approval, never earlier',
  note: 'declaration_id as list-marketplace shows it; what settled before stays as it was published',
  request: z.strictObject({ declaration_id: id, reason: reasonText }),
  response: proposed,
  refusals: [],
})
