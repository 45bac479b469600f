import type { PriceModel } from '@adtally/contract/enums.ts'
import type { Micros } from '@adtally/money/money.ts'

const CPM_STEP_MICROS = 1_000n

/** Whether a price is valid: CPM prices are multiples of 0.001, so that one impression is whole micro-units. */
export function isPriceAllowed(model: PriceModel, price_micros: Micros): boolean {
  return price_micros > 0n && (model === 'CPC' || price_micros % CPM_STEP_MICROS === 0n)
}

/** The charge for one impression (CPM) or one click (CPC) at this price. */
export function chargeOf({
  price_model,
  price_micros,
}: {
  price_model: PriceModel
  price_micros: Micros
}): Micros {
  return price_model === 'CPM' ? price_micros / CPM_STEP_MICROS : price_micros
}

/** Whether a host, with or without its port, is of a domain. */
export function isHostOf(domain: string, host: string): boolean {
  const name = host.replace(/:\d+$/, '')
  return host === domain || name === domain || name.endsWith(`.${domain}`)
}
