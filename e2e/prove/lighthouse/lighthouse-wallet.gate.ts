import { lighthouseGate } from '../../support/measures/lighthouse-gate.ts'

/** Lighthouse's limits on the wallet. */
export const gate = lighthouseGate({ name: 'wallet', path: '/wallet', signed_in: true })
