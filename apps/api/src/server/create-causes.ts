import { type CauseReader, Causes } from '../modules/wallet/index.ts'

/**
 * The modules that own what entries are caused by, each with what it tells of that. Listed here, since the wallet may know of
 * none of those after it.
 */
export interface CauseReaders {
  wallet: readonly CauseReader[]
  startup: readonly CauseReader[]
  plans: readonly CauseReader[]
  delivery: readonly CauseReader[]
  follows: readonly CauseReader[]
  coupons: readonly CauseReader[]
  vip: readonly CauseReader[]
  acceptors: readonly CauseReader[]
}

/** Who tells of causes; a reader is given the services that it tells by with each call. */
export function createCauses(readers: CauseReaders): Causes {
  return new Causes(Object.values(readers).flat())
}
