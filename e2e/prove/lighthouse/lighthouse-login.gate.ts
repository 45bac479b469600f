import { lighthouseGate } from '../../support/measures/lighthouse-gate.ts'

/** Lighthouse's limits on the sign-in. */
export const gate = lighthouseGate({ name: 'login', path: '/login', signed_in: false })
