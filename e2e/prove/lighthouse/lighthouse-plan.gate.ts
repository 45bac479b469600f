import { lighthouseGate } from '../../support/measures/lighthouse-gate.ts'

/** Lighthouse's limits on the products and their pictures. */
export const gate = lighthouseGate({ name: 'plan', path: '/plan', signed_in: true })
