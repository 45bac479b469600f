import { ALLOTTED, PARTIES, RECEIVED_AND_GONE_ON } from './parties-recipes.ts'
import { PROMOTION } from './promotion-recipes.ts'
import type { Recipes } from './recipe.ts'
import { FILLED, FILLED_AGAIN, PLANS } from './verdict-recipes.ts'
import { WALLET } from './wallet-recipes.ts'

/** How each posting follows from each kind of cause. Adding a posting or a kind without a recipe does not compile. */
export const RECIPES: Recipes = {
  ...WALLET,
  ...PARTIES,
  ...PROMOTION,
  ...PLANS,
  deposit_received: { bank_line: [...WALLET.deposit_received.bank_line, RECEIVED_AND_GONE_ON] },
  platform_allotted: { proposal: ALLOTTED, verdict: [FILLED], restoration: [FILLED_AGAIN] },
}
