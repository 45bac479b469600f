import { machineGate } from '../../support/machine.ts'

/** A machine without IPv6. */
export const gate = machineGate('no IPv6', {
  apart: ['--net'],
  before: 'sysctl -qw net.ipv6.conf.all.disable_ipv6=1',
  parts: ['demo', 'component'],
})
