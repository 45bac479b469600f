import { machinesGate } from '../../support/machines/machine.ts'

/** Neither a home nor the network of most machines. */
export const gate = machinesGate({
  /** A home that not even root can write to, and a temporary folder with a space in its name. */
  'no home': {
    env: { HOME: '/dev/null' },
    before: 'mkdir -m 777 "$SCRATCH/t m,p" && export TMPDIR="$SCRATCH/t m,p"',
    unbuilt: true,
    parts: ['demo', 'api'],
  },
  /** A machine with neither IPv6 nor an outside network, whose browsers report being offline. */
  'no IPv6': {
    apart: ['--net'],
    before: 'sysctl -qw net.ipv6.conf.all.disable_ipv6=1',
    unbuilt: true,
    parts: ['demo', 'component', 'download'],
  },
})
