import type { JudgedBounds } from '../judged-request.ts'
import type { BaseServices } from '../services.ts'

/** How far a process goes to bring notices. */
export interface NoticesEngine {
  bounds: JudgedBounds
}

/** Created once per process. */
export function createNotices({ settings }: Pick<BaseServices, 'settings'>): NoticesEngine {
  const { ledger_mode, notice_receivers } = settings
  return {
    bounds: { asks_this_machine: ledger_mode === 'sandbox' && notice_receivers === 'this_machine' },
  }
}
