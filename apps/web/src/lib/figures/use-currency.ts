import { useStore } from '@adtally/client/store.ts'
import { basic_config } from '../basic-config.ts'

/** The ledger's one currency (PRODUCT §3); empty before the first basic config. */
export function useCurrency(): string {
  return useStore(basic_config)?.currency ?? ''
}
