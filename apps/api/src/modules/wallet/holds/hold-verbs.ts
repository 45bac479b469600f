import { decideHoldAppeal, listHolds, releaseHold } from '@adtally/contract/operator/finance/holds.ts'
import { type StaffVerb, staffVerb } from '../../module.ts'
import { listVerb } from '../../staff-list.ts'
import { presentOpenHold } from '../staff-presenter.ts'
import { decideAppeal } from './appeal-hold.ts'
import { extendHoldVerb, reviewHoldVerb } from './extend-hold.ts'
import { allOpenHolds, OPEN_HOLD_PLACE } from './holds.repository.ts'
import { placeHoldVerb } from './place-hold.ts'
import { releaseEarly } from './release-early.ts'

const LISTED_DEFAULT = 200

/** Verbs of the hold registry (PRODUCT §2.4). */
export const holdVerbs: readonly StaffVerb[] = [
  listVerb(listHolds, {
    limit_default: LISTED_DEFAULT,
    parts: OPEN_HOLD_PLACE,
    read: allOpenHolds,
    present: presentOpenHold,
  }),
  placeHoldVerb,
  extendHoldVerb,
  reviewHoldVerb,
  staffVerb(releaseHold, releaseEarly),
  staffVerb(decideHoldAppeal, decideAppeal),
]
