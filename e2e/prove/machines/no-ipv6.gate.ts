import { machineGate } from '../../support/machines/machine.ts'

/** A machine with neither IPv6 nor an outside network, whose browsers report being offline. */
export const gate = machineGate('no IPv6', {
  apart: ['--net'],
  before: 'sysctl -qw net.ipv6.conf.all.disable_ipv6=1',
  unbuilt: true,
  parts: ['demo', 'component', 'download'],
})
