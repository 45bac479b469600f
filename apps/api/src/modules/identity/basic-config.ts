import type { OutputOf } from '@adtally/contract/call.ts'
import type { basicConfig } from '@adtally/contract/identity/identity.ts'
import { GUEST_CHAT_PATH } from '@adtally/contract/service/guest.ts'
import { formatAmount } from '@adtally/money/money.ts'
import * as policies from '../policies/index.ts'
import type { Services } from '../services.ts'
import { readClockOffset } from './clock.repository.ts'
import { CLIENT_LANGUAGE_MAP } from './profile/language-map.ts'

/** What the app needs before sign-in: languages, brand, service, mode, and the policy figures that its texts name. */
export async function readBasicConfig(services: Services): Promise<OutputOf<typeof basicConfig>> {
  const { settings, database } = services
  const policy = policies.current(services)
  return {
    client_language_map: CLIENT_LANGUAGE_MAP,
    // Type 1 opens the app's own page for signed-in customers; others get the address (PRODUCT §14).
    customer_service_url: settings.customer_service_url ?? GUEST_CHAT_PATH,
    customer_service_url_type: settings.customer_service_url === null ? 1 : 2,
    brand_name: settings.brand.name,
    currency: settings.currency,
    mode: settings.ledger_mode,
    sandbox_playable: settings.is_playable,
    clock_offset_ms: await readClockOffset(database),
    legal_entity: settings.legal_entity,
    sandbox_bank_url: settings.bank?.url ?? null,
    plan_amount_min: formatAmount(policy.plan_amount_min_micros),
    plan_amount_max: formatAmount(policy.plan_amount_max_micros),
    beneficiary_wait_ms: policy.beneficiary_wait_ms,
    no_delivery_limit_ms: policy.no_delivery_limit_ms,
    publisher_hold_ms: policy.publisher_hold_ms,
    level_window_ms: policy.level_window_ms,
    level_spends: [
      policy.level_1_spend_micros,
      policy.level_2_spend_micros,
      policy.level_3_spend_micros,
      policy.level_4_spend_micros,
    ].map((spend_micros) => formatAmount(spend_micros)),
  }
}
