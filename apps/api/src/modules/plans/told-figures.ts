import { SETTLED_PLANS_MIN } from './products/loss-record.ts'
import { TOKEN_LIFE_MS } from './running/deadline.ts'

/** Constants that the help texts quote. */
export const planFigures = {
  unspent_return_hours: TOKEN_LIFE_MS / 3_600_000,
  loss_record_plans: Number(SETTLED_PLANS_MIN),
}
