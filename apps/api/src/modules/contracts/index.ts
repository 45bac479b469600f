import type { Module } from '../module.ts'
import { archive } from './archive.ts'
import { cleanUpJob } from './clean-up.job.ts'
import { contractRoutes } from './contract.route.ts'
import type {} from './tables.ts'
import { uploadPlugin } from './upload.plugin.ts'

export { contractKind } from './contract-kind.ts'
export { type ContractEngine, createContracts } from './engine.ts'

/** The customer's contract: preview, drawn signature, sealed file (PRODUCT §13). No other module asks for it. */
export const contractsModule: Module = {
  name: 'contracts',
  archive,
  routes: contractRoutes,
  jobs: [cleanUpJob],
  // A bad certificate fails at the start, not at somebody's first signing.
  start: async ({ settings, clock, contracts }) => {
    if (settings.signing_certificate) await contracts.sealer(clock.now())
    return async () => {}
  },
  plugin: uploadPlugin,
}
