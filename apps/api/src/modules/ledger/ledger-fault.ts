import type { Transfer, TransferResult } from './transfer.ts'

/** A posting failed for a reason that no rule of the product foresees: the program's fault, not the customer's. */
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

/** The ledger's queue is full; nothing was done, and the caller may try again. */
export class LedgerBusy extends Error {
  constructor() {
    super('The ledger is busy')
    this.name = 'LedgerBusy'
  }
}
