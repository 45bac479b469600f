import { machineGate } from '../../support/machines/machine.ts'

/** A machine without IPv6, and with no network but its own: its browsers say that they have no connection. */
export const gate = machineGate('no IPv6', {
  apart: ['--net'],
  before: 'sysctl -qw net.ipv6.conf.all.disable_ipv6=1',
  parts: ['demo', 'component', 'download'],
})
