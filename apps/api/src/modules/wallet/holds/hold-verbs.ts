import { APPEAL_DECISIONS } from '@adtally/contract/enums.ts'
import { id, text } from '@adtally/contract/fields.ts'
import * as z from 'zod/mini'
import { type StaffVerb, staffVerb } from '../../module.ts'
import { listVerb } from '../../staff-list.ts'
import { reasonText } from '../../verb-fields.ts'
import { presentOpenHold } from '../staff-presenter.ts'
import { decideAppeal } from './appeal-hold.ts'
import { extendHoldVerb, reviewHoldVerb } from './extend-hold.ts'
import { allOpenHolds, OPEN_HOLD_PLACE } from './holds.repository.ts'
import { placeHoldVerb } from './place-hold.ts'
import { releaseEarly } from './release-early.ts'

const LISTED_DEFAULT = 200

/** Verbs of the hold registry (PRODUCT §2.4). */
export const holdVerbs: readonly StaffVerb[] = [
  listVerb({
    name: 'list-holds',
    summary:
      'Holds that are not released, the nearest deadline first, with documents and appeals; then those whose clock stands still',
    roles: ['support', 'risk', 'finance_maker', 'finance_checker', 'auditor'],
    limit_default: LISTED_DEFAULT,
    parts: OPEN_HOLD_PLACE,
    read: allOpenHolds,
    present: presentOpenHold,
  }),
  placeHoldVerb,
  extendHoldVerb,
  reviewHoldVerb,
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
