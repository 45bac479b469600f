import { lighthouseGate } from '../../support/measures/lighthouse-gate.ts'

/** Lighthouse's limits on the ad centre, which updates each second. */
export const gate = lighthouseGate({ name: 'ad centre', path: '/ad-center', signed_in: true })
