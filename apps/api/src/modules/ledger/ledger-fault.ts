import type { Transfer, TransferResult } from './transfer.ts'

/** A posting that no rule of the product foresees to fail has failed: a fault of the program, not the customer's. */
export class LedgerFault extends Error {
  readonly results: readonly TransferResult[]

  constructor(transfers: readonly Transfer[], results: readonly TransferResult[]) {
    const position = results.findIndex(
      (result) => result !== 'ok' && result !== 'exists' && result !== 'linked_failed',
    )
    const transfer = transfers[position]
    super(`The ledger refused transfer ${transfer?.id} (${transfer?.cause.kind}): ${results[position]}`)
    this.name = 'LedgerFault'
    this.results = results
  }
}

/** More is waiting for the ledger than it takes in; nothing was done, and the same may be tried again. */
export class LedgerBusy extends Error {
  constructor() {
    super('The ledger is busy')
    this.name = 'LedgerBusy'
  }
}
