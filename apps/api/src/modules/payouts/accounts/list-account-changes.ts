import { listAccountChanges } from '@adtally/contract/operator/finance/parties-money.ts'
import { listVerb } from '../../staff-list.ts'
import { CHANGE_PLACE, waitingChanges } from './account-changes.repository.ts'

const LISTED_DEFAULT = 200

/** `list-account-changes`: what partners asked for and two of the office are to set. */
export const listAccountChangesVerb = listVerb(listAccountChanges, {
  limit_default: LISTED_DEFAULT,
  parts: CHANGE_PLACE,
  read: waitingChanges,
})
