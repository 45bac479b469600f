import type { Language } from '@adtally/contract/enums.ts'
import type { Settings } from '../../settings.ts'
import { type Sealer, sealerOf } from './sealer.ts'
import { readTemplates, type Template } from './template.ts'

/** What the module keeps in memory. */
export interface ContractEngine {
  templates: ReadonlyMap<Language, Template>
  /** Null where there is no certificate; one made here is valid from before `now`. */
  sealer(now: Date): Promise<Sealer | null>
}

/** Reads the templates; the program's own certificate is made when first needed. Throws `StartError`. */
export function createContracts(settings: Settings): ContractEngine {
  return { templates: readTemplates(settings.contract_templates), sealer: sealerOf(settings) }
}
