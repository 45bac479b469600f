import { APPEAL_DECISIONS } from '@adtally/contract/enums.ts'
import { id, text } from '@adtally/contract/fields.ts'
import * as z from 'zod/mini'
import { type StaffVerb, staffVerb } from '../../module.ts'
import { listFlags, listPage } from '../../staff-list.ts'
import { reasonText } from '../../verb-fields.ts'
import { presentOpenHold } from '../staff-presenter.ts'
import { decideAppeal } from './appeal-hold.ts'
import { proposeExtension, proposeReview, reviewInput } from './extend-hold.ts'
import { allOpenHolds, OPEN_HOLD_PLACE } from './holds.repository.ts'
import { holdInput, proposeHold } from './place-hold.ts'
import { releaseEarly } from './release-early.ts'

const LISTED_DEFAULT = 200

/** Verbs of the hold registry (PRODUCT §2.4). */
export const holdVerbs: readonly StaffVerb[] = [
  staffVerb({
    name: 'list-holds',
    summary:
      'Holds that are not released, the nearest deadline first, with documents and appeals; then those whose clock stands still',
    roles: ['support', 'risk', 'finance_maker', 'finance_checker', 'auditor'],
    input: z.strictObject(listFlags),
    run: (services, _staff, flags) =>
      listPage(services, flags, {
        limit_default: LISTED_DEFAULT,
        parts: OPEN_HOLD_PLACE,
        read: async (tx, after, rows_max) =>
          (await allOpenHolds(tx, after, rows_max)).map(({ row, place }) => ({
            row: presentOpenHold(row),
            place,
          })),
      }),
  }),
  staffVerb({
    name: 'place-hold',
    summary:
      'Propose a hold from the closed list: --customer USERNAME --reason identity_documents --documents "Passport; Bill" | disputed_deposit --deposit-id ID | account_theft --report TEXT | court_order or legal_hold --document-hash SHA256 --authority NAME; --amount 5.00 --evidence TEXT [--withdrawal-number W100001]',
    roles: ['risk', 'finance_maker'],
    proposes: 'hold.place',
    input: holdInput,
    run: (services, staff, input) => proposeHold(services, staff, input),
  }),
  staffVerb({
    name: 'extend-hold',
    summary: 'Propose a hold’s one extension: --hold-id ID --reason TEXT',
    roles: ['risk', 'finance_maker'],
    proposes: 'hold.extend',
    input: z.strictObject({ hold_id: id, reason: reasonText }),
    run: (services, staff, input) => proposeExtension(services, staff, input),
  }),
  staffVerb({
    name: 'review-hold',
    summary:
      'Propose that a legal hold stand for 30 days more: --hold-id ID --document-hash SHA256 --reason TEXT',
    roles: ['risk', 'finance_maker'],
    proposes: 'hold.review',
    input: reviewInput,
    run: (services, staff, input) => proposeReview(services, staff, input),
  }),
  staffVerb({
    name: 'release-hold',
    summary: 'Release a hold before its deadline: --hold-id ID --reason TEXT',
    roles: ['risk', 'finance_maker', 'finance_checker'],
    input: z.strictObject({ hold_id: id, reason: reasonText }),
    run: (services, staff, input) => releaseEarly(services, staff, input),
  }),
  staffVerb({
    name: 'decide-appeal',
    summary:
      'Decide an appeal against a hold that others placed: --appeal-id ID --decision released|upheld --answer TEXT',
    roles: ['risk', 'finance_checker', 'support'],
    judges: 'hold.place',
    input: z.strictObject({ appeal_id: id, decision: z.enum(APPEAL_DECISIONS), answer: text(1_000) }),
    run: (services, staff, input) => decideAppeal(services, staff, input),
  }),
]
