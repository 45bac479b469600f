import { machineGate } from '../../support/machines/machine.ts'

/** One core and two gibibytes of memory, by cgroups of either version. */
export const gate = machineGate('one core and 2 GiB', {
  before: [
    'taskset -cp 0 $$ >/dev/null',
    'group=/sys/fs/cgroup/adtally-$$; limit=memory.max',
    '[ -e /sys/fs/cgroup/cgroup.controllers ] || { group=/sys/fs/cgroup/memory/adtally-$$; limit=memory.limit_in_bytes; }',
    'mkdir "$group"',
    'echo 2147483648 >"$group/$limit"',
    'echo $$ >"$group/cgroup.procs"',
  ].join('\n'),
  after: 'echo $$ >"$(dirname "$group")/cgroup.procs"; rmdir "$group"',
  unbuilt: true,
  parts: ['demo', 'types', 'component'],
})
