import type { FigureSource } from '../content/index.ts'
import { CODE_LIFE_MS, DECIDING_LIMIT_MS } from './orders/order-states.ts'

/** The figures of exchange that help pages name. */
export const exchangeFigures: FigureSource = {
  follows_from: [],
  values: () => ({
    acceptance_code_minutes: CODE_LIFE_MS / 60_000,
    exchange_deciding_days: DECIDING_LIMIT_MS / 86_400_000,
  }),
}
