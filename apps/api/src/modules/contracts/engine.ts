import type { Language } from '@adtally/contract/enums.ts'
import type { Settings } from '../../settings.ts'
import { type Sealer, sealerOf } from './sealer.ts'
import { readTemplates, type Template } from './template.ts'

/** What the module keeps in memory. */
export interface ContractEngine {
  templates: ReadonlyMap<Language, Template>
  /** Null where nothing is set to seal with; a certificate that is made is valid from before `now`. */
  sealer(now: Date): Promise<Sealer | null>
}

/** Reads the templates; a certificate of the program's own is made at the first need. Throws `StartError`. */
export function createContracts(settings: Settings): ContractEngine {
  return { templates: readTemplates(settings.contract_templates), sealer: sealerOf(settings) }
}
