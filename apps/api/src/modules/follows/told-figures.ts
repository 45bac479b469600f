import type { FigureSource } from '../content/index.ts'
import { DRAFT_LIFE_MS } from './rules.ts'

/** The figures of following that help pages name. */
export const followFigures: FigureSource = {
  follows_from: [],
  values: () => ({ draft_life_days: DRAFT_LIFE_MS / 86_400_000 }),
}
