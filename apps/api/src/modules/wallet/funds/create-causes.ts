import { type CauseReader, Causes } from './causes.ts'
import { WALLET_CAUSES } from './wallet-causes.ts'

/** The modules that stand after the wallet and own what entries are caused by, each with what it tells of that. */
export interface CauseReaders {
  startup: readonly CauseReader[]
  plans: readonly CauseReader[]
  delivery: readonly CauseReader[]
  follows: readonly CauseReader[]
  coupons: readonly CauseReader[]
  vip: readonly CauseReader[]
  acceptors: readonly CauseReader[]
}

/** Who tells of causes, the wallet itself first; the others' readers are given the services that they tell by with each call. */
export function createCauses(readers: CauseReaders): Causes {
  return new Causes([...WALLET_CAUSES, ...Object.values(readers).flat()])
}
