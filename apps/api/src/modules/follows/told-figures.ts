import type { FigureSource } from '../content/index.ts'
import { DRAFT_LIFE_MS } from './rules.ts'

/** What help tells customers of it. */
export const followFigures: FigureSource = {
  follows_from: [],
  values: () => ({ draft_life_days: DRAFT_LIFE_MS / 86_400_000 }),
}
