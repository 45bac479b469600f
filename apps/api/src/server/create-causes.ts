import { type CauseReader, Causes } from '../modules/wallet/index.ts'

/** The modules that own causes, and how each describes one. Listed here because the wallet may not import them. */
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

/** Combines the readers of causes; each call passes the services that a reader needs. */
export function createCauses(readers: CauseReaders): Causes {
  return new Causes(Object.values(readers).flat())
}
